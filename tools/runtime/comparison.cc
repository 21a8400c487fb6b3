// Pools samples, sums passes, compares ranges.
#include "runtime/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace ltoscope::runtime {
namespace {

bool is_listed(const std::vector<std::string>& variants, const std::string& name) {
  return std::find(variants.begin(), variants.end(), name) != variants.end();
}

std::vector<std::string> queries_of(const std::vector<RunSample>& samples) {
  std::vector<std::string> queries;
  for (const RunSample& sample : samples) {
    if (!is_listed(queries, sample.query)) queries.push_back(sample.query);
  }
  return queries;
}

Verdict verdict_of(const report::Summary& baseline, const report::Summary& other) {
  if (std::min(baseline.count, other.count) < fewest_samples) return Verdict::too_few_samples;
  double apart = std::fabs(other.median - baseline.median);
  bool apart_enough = apart >= smallest_relative_difference * baseline.median &&
                      apart >= smallest_absolute_difference_ns;
  bool differs = apart_enough && !report::ranges_overlap(baseline, other);
  return differs ? Verdict::differs : Verdict::no_difference_shown;
}

ComparedRow row_of(const std::string& name, const std::vector<std::string>& variants,
                   std::map<std::string, std::vector<double>>& nanoseconds) {
  ComparedRow row{name, {}};
  for (const std::string& variant : variants) {
    ComparedCell cell{variant, report::summarize(nanoseconds[variant]), {}, Verdict::unknown};
    const ComparedCell& baseline = row.cells.empty() ? cell : row.cells.front();
    if (baseline.nanoseconds && cell.nanoseconds) {
      bool is_baseline = row.cells.empty();
      cell.verdict =
          is_baseline ? Verdict::baseline : verdict_of(*baseline.nanoseconds, *cell.nanoseconds);
      if (!is_baseline) {
        cell.change_percent = (cell.nanoseconds->median - baseline.nanoseconds->median) /
                              baseline.nanoseconds->median * 100;
      }
    }
    row.cells.push_back(cell);
  }
  return row;
}

ComparedRow total_of(const std::vector<std::string>& variants,
                     const std::vector<std::string>& queries,
                     const std::vector<RunSample>& counted) {
  using Pass = std::tuple<std::string, int64_t, int64_t>;  // variant, round, iteration
  std::map<Pass, std::pair<double, std::size_t>> passes;   // nanoseconds so far, queries so far
  for (const RunSample& sample : counted) {
    auto& [sum, measured] = passes[{sample.variant, sample.round, sample.iteration}];
    sum += static_cast<double>(sample.nanoseconds);
    ++measured;
  }
  std::map<std::string, std::vector<double>> totals;
  for (const auto& [pass, so_far] : passes) {
    if (so_far.second == queries.size()) totals[std::get<0>(pass)].push_back(so_far.first);
  }
  return row_of("Total", variants, totals);
}

void note_unknown(Comparison& comparison, int64_t warmup) {
  for (const std::string& variant : comparison.variants) {
    for (const ComparedRow& row : comparison.queries) {
      for (const ComparedCell& cell : row.cells) {
        if (cell.variant != variant || cell.nanoseconds) continue;
        comparison.unknown.push_back(
            {fmt::format("runtime.{}.{}", variant, row.query),
             fmt::format("{} gave no sample of {} after {} warm-up iterations", variant, row.query,
                         warmup)});
      }
    }
  }
  for (const ComparedCell& cell : comparison.total.cells) {
    if (cell.nanoseconds) continue;
    comparison.unknown.push_back({fmt::format("runtime.{}.total", cell.variant),
                                  fmt::format("{} has no pass with all queries", cell.variant)});
  }
}

}  // namespace

std::string words_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::baseline:
      return "baseline";
    case Verdict::differs:
      return "differs";
    case Verdict::no_difference_shown:
      return "no difference shown";
    case Verdict::too_few_samples:
      return "too few samples";
    case Verdict::unknown:
      return "unknown";
  }
  std::unreachable();
}

std::string words_of(const Disagreement& disagreement) {
  return fmt::format("{}: {} answered {}, but {} answered {}", disagreement.query,
                     disagreement.variant, disagreement.hash, disagreement.expected_variant,
                     disagreement.expected_hash);
}

std::vector<Disagreement> find_disagreements(const std::vector<std::string>& variants,
                                             const std::vector<RunSample>& samples) {
  std::map<std::string, const RunSample*> expected;  // by query
  for (const std::string& variant : variants) {
    for (const RunSample& sample : samples) {
      if (sample.variant == variant) expected.emplace(sample.query, &sample);
    }
  }
  std::vector<Disagreement> disagreements;
  std::set<std::pair<std::string, std::string>> told;  // query, variant
  for (const RunSample& sample : samples) {
    if (!is_listed(variants, sample.variant)) continue;
    const RunSample& first = *expected.at(sample.query);
    if (sample.result_hash == first.result_hash) continue;
    if (!told.emplace(sample.query, sample.variant).second) continue;
    disagreements.push_back(
        {sample.query, sample.variant, sample.result_hash, first.variant, first.result_hash});
  }
  return disagreements;
}

Comparison compare(const std::vector<std::string>& variants, const std::vector<RunSample>& samples,
                   int64_t warmup) {
  assert(!variants.empty() && warmup >= 0);
  std::vector<RunSample> listed, counted;
  for (const RunSample& sample : samples) {
    if (!is_listed(variants, sample.variant)) continue;
    listed.push_back(sample);
    if (sample.iteration > warmup) counted.push_back(sample);
  }
  Comparison comparison;
  comparison.variants = variants;
  std::vector<std::string> queries = queries_of(listed);
  for (const std::string& query : queries) {
    std::map<std::string, std::vector<double>> nanoseconds;
    for (const RunSample& sample : counted) {
      if (sample.query == query) {
        nanoseconds[sample.variant].push_back(static_cast<double>(sample.nanoseconds));
      }
    }
    comparison.queries.push_back(row_of(query, variants, nanoseconds));
  }
  comparison.total = total_of(variants, queries, counted);
  comparison.disagreements = find_disagreements(variants, samples);
  note_unknown(comparison, warmup);
  return comparison;
}

}  // namespace ltoscope::runtime

// Cells of the runtime table.
#include "runtime/runtime_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "command/units.h"

namespace ltoscope::runtime {
namespace {

std::string seconds(double nanoseconds) {
  return report::seconds_cell(nanoseconds / nanoseconds_in_second);
}

std::string median_cell(const ComparedCell& cell) {
  return cell.nanoseconds ? seconds(cell.nanoseconds->median) : "unknown";
}

std::string range_cell(const ComparedCell& cell) {
  if (!cell.nanoseconds) return "unknown";
  return seconds(cell.nanoseconds->lowest) + " to " + seconds(cell.nanoseconds->highest);
}

std::string change_cell(const ComparedCell& cell) {
  return cell.change_percent ? fmt::format("{:+.1f} %", *cell.change_percent) : "unknown";
}

// Who differs from the baseline; when nobody does, the verdict they share, or each with its own.
std::string verdict_cell(const ComparedRow& row) {
  std::vector<std::string> differing, each;
  bool shared = true;
  for (std::size_t at = 1; at < row.cells.size(); ++at) {
    const ComparedCell& cell = row.cells[at];
    if (cell.verdict == Verdict::differs) differing.push_back(cell.variant);
    each.push_back(cell.variant + ": " + words_of(cell.verdict));
    shared = shared && cell.verdict == row.cells[1].verdict;
  }
  if (differing.size() == 1) return differing[0] + " differs";
  if (!differing.empty()) return fmt::format("{} differ", fmt::join(differing, ", "));
  return shared ? words_of(row.cells[1].verdict) : fmt::format("{}", fmt::join(each, ", "));
}

std::vector<std::string> cells_of(const ComparedRow& row) {
  std::vector<std::string> cells = {row.query};
  for (std::size_t at = 0; at < row.cells.size(); ++at) {
    cells.push_back(median_cell(row.cells[at]));
    if (at > 0) cells.push_back(change_cell(row.cells[at]));
  }
  for (const ComparedCell& cell : row.cells) cells.push_back(range_cell(cell));
  if (row.cells.size() > 1) cells.push_back(verdict_cell(row));
  return cells;
}

nlohmann::json row_json(const ComparedRow& row) {
  nlohmann::json variants = nlohmann::json::object();
  for (const ComparedCell& cell : row.cells) {
    nlohmann::json& entry = variants[cell.variant];
    entry = {{"median_nanoseconds", nullptr},  {"lowest_nanoseconds", nullptr},
             {"highest_nanoseconds", nullptr}, {"samples", 0},
             {"change_percent", nullptr},      {"verdict", words_of(cell.verdict)}};
    if (cell.nanoseconds) {
      entry["median_nanoseconds"] = cell.nanoseconds->median;
      entry["lowest_nanoseconds"] = static_cast<int64_t>(cell.nanoseconds->lowest);
      entry["highest_nanoseconds"] = static_cast<int64_t>(cell.nanoseconds->highest);
      entry["samples"] = cell.nanoseconds->count;
    }
    if (cell.change_percent) entry["change_percent"] = *cell.change_percent;
  }
  return {{"query", row.query}, {"variants", variants}};
}

}  // namespace

report::Table runtime_table(const Comparison& comparison, int64_t warmup) {
  report::Table table;
  table.title = "Runtime per query";
  table.header = {"Query"};
  const std::vector<std::string>& variants = comparison.variants;
  for (std::size_t at = 0; at < variants.size(); ++at) {
    table.header.push_back(variants[at]);
    if (at > 0) table.header.push_back("change");
  }
  for (const std::string& variant : variants) table.header.push_back(variant + " range");
  if (variants.size() > 1) table.header.push_back("against " + variants.front());

  for (const ComparedRow& row : comparison.queries) table.rows.push_back(cells_of(row));
  table.rows.push_back(cells_of(comparison.total));

  int64_t most_samples = 0;
  for (const ComparedRow& row : comparison.queries) {
    for (const ComparedCell& cell : row.cells) {
      if (cell.nanoseconds) most_samples = std::max(most_samples, cell.nanoseconds->count);
    }
  }
  table.notes.push_back(
      fmt::format("Medians of up to {} samples; iterations up to number {} of every process are "
                  "warm-up and dropped.",
                  most_samples, warmup));
  table.notes.push_back(
      "The total is the median over whole passes (one iteration of all queries in one process), so "
      "it need not be the "
      "sum of the medians.");
  table.notes.push_back(
      fmt::format("\"differs\": ranges do not overlap, medians at least {:.1f} % apart, and at "
                  "least {} samples on both sides.",
                  smallest_relative_difference * 100, fewest_samples));
  for (const Unknown& unknown : comparison.unknown) {
    table.notes.push_back(fmt::format("unknown: {}: {}", unknown.metric, unknown.reason));
  }
  return table;
}

nlohmann::json to_json(const Comparison& comparison) {
  nlohmann::json queries = nlohmann::json::array();
  for (const ComparedRow& row : comparison.queries) queries.push_back(row_json(row));
  nlohmann::json disagreements = nlohmann::json::array();
  for (const Disagreement& found : comparison.disagreements) {
    disagreements.push_back({{"query", found.query},
                             {"variant", found.variant},
                             {"hash", found.hash},
                             {"expected_variant", found.expected_variant},
                             {"expected_hash", found.expected_hash}});
  }
  return {{"queries", queries},
          {"total", row_json(comparison.total)},
          {"disagreements", disagreements}};
}

nlohmann::json to_json(const std::vector<Unknown>& unknown) {
  nlohmann::json list = nlohmann::json::array();
  for (const Unknown& entry : unknown) {
    list.push_back({{"metric", entry.metric}, {"reason", entry.reason}});
  }
  return list;
}

}  // namespace ltoscope::runtime

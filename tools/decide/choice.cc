// The rule of choice.h, step by step: who may be chosen, then the two decisions.
#include "decide/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "command/units.h"
#include "decide/cost_summary.h"
#include "decide/export_check.h"
#include "report/statistics.h"
#include "report/table.h"

namespace ltoscope::decide {
namespace {

using Names = std::vector<std::string>;
using Summaries = std::map<std::string, report::Summary>;  // by preset

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Empty when the preset is within the limit, or when a figure is missing, which is told elsewhere.
std::string excess_over(const std::optional<Limit>& limit, std::optional<double> needed,
                        std::optional<double> baseline, std::string (*cell)(double)) {
  if (!limit || !needed || (limit->times_baseline && !baseline)) return "";
  double allowed = limit->allowed(baseline.value_or(0));
  if (*needed <= allowed) return "";
  return fmt::format("{}, above the limit of {}", cell(*needed), cell(allowed));
}

std::optional<double> median_of(const std::optional<report::Summary>& summary) {
  return summary ? std::optional(summary->median) : std::nullopt;
}

std::string bytes_text(double bytes) { return report::bytes_cell(static_cast<int64_t>(bytes)); }

// Why the preset is outside the limits; empty: it is not.
std::string what_is_outside(const CostSummary& cost, const CostSummary& baseline,
                            const Limits& limits) {
  std::string cpu = excess_over(limits.rebuild_cpu_seconds, median_of(cost.rebuild_cpu_seconds),
                                median_of(baseline.rebuild_cpu_seconds), report::seconds_cell);
  if (!cpu.empty()) return "a rebuild after an edit takes CPU time of " + cpu;
  std::string memory = excess_over(limits.memory_bytes, cost.largest_tree_bytes,
                                   baseline.largest_tree_bytes, bytes_text);
  if (!memory.empty()) return "the process tree of its build takes memory of " + memory;
  return "";
}

// Why a scenario has no figures, as its own samples tell.
std::string reason_in_samples(const Study& study, const std::string& preset,
                              const std::string& scenario) {
  for (const nlohmann::json& sample : study.cost_samples) {
    if (sample.value("preset", "") != preset || sample.value("scenario", "") != scenario) continue;
    for (const nlohmann::json& entry : sample.value("unknown", nlohmann::json::array())) {
      return ": " + entry.value("reason", "unknown");
    }
  }
  return "";
}

// What the decision for daily work lacks for this preset; empty: nothing.
std::string lack_for_daily(const Study& study, const std::string& preset, const CostSummary& cost,
                           const CostSummary& baseline, const Limits& limits) {
  if (!cost.rebuild_cpu_seconds) {
    return "its rebuild after an edit was not measured" + reason_in_samples(study, preset, "edit");
  }
  if (!limits.memory_bytes) return "";
  if (!cost.largest_tree_bytes) return "the memory of its build was not measured";
  if (limits.memory_bytes->times_baseline && !baseline.largest_tree_bytes) {
    return "the memory of the baseline's build was not measured";
  }
  return "";
}

// What the release lacks besides.
std::string lack_for_release(const Study& study, const std::string& preset, const CostSummary& cost,
                             const Summaries& totals) {
  for (const StepFailure& failure : study.failures) {
    if (failure.preset == preset) return failure.reason;
  }
  if (!cost.clean_cpu_seconds)
    return "its clean build was not measured" + reason_in_samples(study, preset, "clean");
  if (!exports_are_known(study, preset)) return "what its library exports is not known";
  if (!totals.contains(preset)) return "its total runtime was not measured";
  return "";
}

Summaries totals_of(const runtime::Comparison& comparison) {
  Summaries totals;
  for (const runtime::ComparedCell& cell : comparison.total.cells) {
    if (cell.nanoseconds) totals[cell.variant] = *cell.nanoseconds;
  }
  return totals;
}

// The lowest median and all whose range overlaps its range, in the order of the candidates.
// Requires: there are candidates, and each has a summary.
Names lowest_and_ties(const Names& candidates, const Summaries& summaries) {
  std::string lowest = *std::min_element(candidates.begin(), candidates.end(),
                                         [&](const std::string& a, const std::string& b) {
                                           return summaries.at(a).median < summaries.at(b).median;
                                         });
  Names tied;
  for (const std::string& preset : candidates) {
    if (report::ranges_overlap(summaries.at(preset), summaries.at(lowest))) tied.push_back(preset);
  }
  return tied;
}

// "no-lto 12.1 s (11.9 s to 12.4 s), thin-lto ...".
std::string in_words(const Names& presets, const Summaries& seconds) {
  Names each;
  for (const std::string& preset : presets) {
    each.push_back(preset + " " + seconds_with_range(seconds.at(preset)));
  }
  return fmt::format("{}", fmt::join(each, ", "));
}

Decision decide_daily(const Names& candidates, const Summaries& rebuild_cpu) {
  Names tied = lowest_and_ties(candidates, rebuild_cpu);
  Decision decision{tied.front(), {}};
  decision.reasons.push_back("CPU time of a rebuild after an edit: " +
                             in_words(candidates, rebuild_cpu));
  if (candidates.size() == 1)
    decision.reasons.push_back("it is the only preset that may be chosen");
  if (tied.size() > 1) {
    decision.reasons.push_back(fmt::format(
        "the ranges of {} overlap: a tie, which the first of them wins", fmt::join(tied, ", ")));
  }
  return decision;
}

// Between presets whose runtime does not decide.
void decide_by_build(const Names& tied, const Summaries& clean_cpu, Decision& decision) {
  decision.preset = lowest_and_ties(tied, clean_cpu).front();
  if (tied.size() == 1) return;
  decision.reasons.push_back(
      fmt::format("{}: no difference shown, so the cheapest build wins", fmt::join(tied, ", ")));
  decision.reasons.push_back("CPU time of a clean build: " + in_words(tied, clean_cpu));
}

void tell_totals(const runtime::Comparison& comparison, Decision& decision) {
  for (const runtime::ComparedCell& cell : comparison.total.cells) {
    report::Summary seconds = *cell.nanoseconds;
    for (double* value : {&seconds.median, &seconds.lowest, &seconds.highest})
      *value /= nanoseconds_in_second;
    std::string words =
        fmt::format("total runtime of {}: {}", cell.variant, seconds_with_range(seconds));
    if (cell.verdict != runtime::Verdict::baseline) {
      words += fmt::format(", {:+.1f} % against {}: {}", *cell.change_percent,
                           comparison.variants.front(), runtime::words_of(cell.verdict));
    }
    decision.reasons.push_back(words);
  }
}

void tell_slower_queries(const runtime::Comparison& comparison, Decision& decision) {
  for (const runtime::ComparedRow& row : comparison.queries) {
    for (const runtime::ComparedCell& cell : row.cells) {
      if (cell.variant != decision.preset || cell.verdict != runtime::Verdict::differs) continue;
      if (*cell.change_percent < 0) continue;
      decision.reasons.push_back(
          fmt::format("{} of {} is slower by {:.1f} % and differs, but the total wins", row.query,
                      cell.variant, *cell.change_percent));
    }
  }
}

// The first candidate is the reference.
Decision decide_release(const Names& candidates, const Summaries& clean_cpu,
                        const runtime::Comparison& comparison) {
  Decision decision;
  tell_totals(comparison, decision);
  Names faster, not_slower;
  for (const runtime::ComparedCell& cell : comparison.total.cells) {
    if (cell.verdict == runtime::Verdict::too_few_samples) {
      decision.reasons.push_back(
          fmt::format("to show a difference takes at least {} samples; take more rounds",
                      runtime::fewest_samples));
      return decision;
    }
    bool differs = cell.verdict == runtime::Verdict::differs;
    if (differs && *cell.change_percent < 0) faster.push_back(cell.variant);
    if (!differs) not_slower.push_back(cell.variant);
  }
  if (faster.empty()) {
    if (candidates.size() == 1)
      decision.reasons.push_back("it is the only preset that may be chosen");
    if (not_slower.size() == 1 && candidates.size() > 1) {
      decision.reasons.push_back(fmt::format("all others are slower than {}", candidates.front()));
    }
    decide_by_build(not_slower, clean_cpu, decision);
  } else {
    decide_by_build(lowest_and_ties(faster, totals_of(comparison)), clean_cpu, decision);
    tell_slower_queries(comparison, decision);
  }
  return decision;
}

// A reason not to decide among these candidates, or nothing.
std::string why_undecided(const Names& candidates, bool some_lack, const std::string& baseline,
                          bool baseline_lacks) {
  if (baseline_lacks) return fmt::format("the baseline, {}, was not measured completely", baseline);
  if (candidates.empty()) return "no preset may be chosen";
  if (candidates.size() == 1 && some_lack) {
    return fmt::format("only {} is left, with nothing to compare it to", candidates.front());
  }
  return "";
}

Names presets_that_break_rules(const Study& study, Choice& choice) {
  Names presets;
  for (const ExportDifference& difference : export_differences(study)) {
    presets.push_back(difference.preset);
    choice.broken.push_back(words_of(difference, study.presets.front()));
  }
  for (const runtime::Disagreement& found :
       runtime::find_disagreements(study.presets, study.run_samples)) {
    presets.push_back(found.variant);
    choice.broken.push_back(runtime::words_of(found));
  }
  return presets;
}

}  // namespace

Choice choose(const Study& study, const Limits& limits) {
  const std::string& baseline = study.presets.front();
  Choice choice;
  Names breaking = presets_that_break_rules(study, choice);
  CostSummary baseline_cost = summarize_cost(study.cost_samples, baseline);
  Summaries totals = totals_of(comparison_of(study));

  // Who may be chosen: for daily work, and for the release.
  Names daily, release;
  Summaries rebuild_cpu, clean_cpu;
  bool some_lack_daily = false, some_lack_release = false;
  bool baseline_lacks_daily = false, baseline_lacks_release = false;
  for (const std::string& preset : study.presets) {
    CostSummary cost = summarize_cost(study.cost_samples, preset);
    std::string daily_lack = lack_for_daily(study, preset, cost, baseline_cost, limits);
    std::string release_lack =
        daily_lack.empty() ? lack_for_release(study, preset, cost, totals) : daily_lack;
    if (preset == baseline) {
      baseline_lacks_daily = !daily_lack.empty();
      baseline_lacks_release = !release_lack.empty();
    }
    if (holds(breaking, preset)) continue;
    if (std::string outside = what_is_outside(cost, baseline_cost, limits); !outside.empty()) {
      choice.outside.push_back(preset + ": " + outside);
      continue;
    }
    if (daily_lack.empty()) {
      daily.push_back(preset);
      rebuild_cpu[preset] = *cost.rebuild_cpu_seconds;
    }
    if (release_lack.empty()) {
      release.push_back(preset);
      clean_cpu[preset] = *cost.clean_cpu_seconds;
      continue;
    }
    choice.missing.push_back(preset + (daily_lack.empty() ? ", for the release: " : ": ") +
                             release_lack);
    some_lack_daily = some_lack_daily || !daily_lack.empty();
    some_lack_release = true;
  }

  std::string why = why_undecided(daily, some_lack_daily, baseline, baseline_lacks_daily);
  choice.daily = why.empty() ? decide_daily(daily, rebuild_cpu) : Decision{"", {why}};
  why = why_undecided(release, some_lack_release, baseline, baseline_lacks_release);
  choice.release =
      why.empty()
          ? decide_release(release, clean_cpu,
                           runtime::compare(release, study.run_samples, study.settings.warmup))
          : Decision{"", {why}};
  return choice;
}

ExitCode exit_code_of(const Choice& choice) {
  if (!choice.broken.empty()) return ExitCode::broken_rule;
  bool undecided = choice.daily.preset.empty() || choice.release.preset.empty();
  return undecided || !choice.missing.empty() ? ExitCode::incomplete : ExitCode::fine;
}

}  // namespace ltoscope::decide

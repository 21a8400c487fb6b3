// Rows of the decision table.
#include "decide/decision_table.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "command/units.h"
#include "decide/cost_summary.h"
#include "decide/library_table.h"

namespace ltoscope::decide {
namespace {

std::string with_factor(const std::string& cell, double value, double baseline) {
  if (baseline <= 0 || value == baseline) return cell;
  return fmt::format("{} ({:.2f}x)", cell, value / baseline);
}

std::string seconds(const std::optional<report::Summary>& summary,
                    const std::optional<report::Summary>& baseline) {
  if (!summary) return "unknown";
  std::string cell = report::seconds_cell(summary->median);
  return baseline ? with_factor(cell, summary->median, baseline->median) : cell;
}

std::string bytes(std::optional<int64_t> value, std::optional<int64_t> baseline) {
  if (!value) return "unknown";
  std::string cell = report::bytes_cell(*value);
  if (!baseline) return cell;
  return with_factor(cell, static_cast<double>(*value), static_cast<double>(*baseline));
}

}  // namespace

report::Table decision_table(const Study& study) {
  report::Table table;
  table.header = {""};
  table.header.insert(table.header.end(), study.presets.begin(), study.presets.end());
  const std::string& baseline = study.presets.front();
  std::map<std::string, CostSummary> costs;
  for (const std::string& preset : study.presets)
    costs[preset] = summarize_cost(study.cost_samples, preset);

  const auto add_row = [&](const std::string& label,
                           const std::function<std::string(const std::string&)>& cell) {
    std::vector<std::string> row = {label};
    for (const std::string& preset : study.presets) row.push_back(cell(preset));
    table.rows.push_back(row);
  };
  const auto add_seconds = [&](const std::string& label,
                               std::optional<report::Summary> CostSummary::* figure) {
    add_row(label, [&](const std::string& preset) {
      return seconds(costs[preset].*figure, costs[baseline].*figure);
    });
  };
  const auto add_bytes = [&](const std::string& label,
                             std::optional<int64_t> CostSummary::* figure) {
    add_row(label, [&](const std::string& preset) {
      return bytes(costs[preset].*figure, costs[baseline].*figure);
    });
  };
  const auto add_count = [&](const std::string& label, const std::vector<std::string>& path) {
    add_row(label, [&](const std::string& preset) {
      return count_with_factor(audited_count(study, preset, path),
                               audited_count(study, baseline, path));
    });
  };

  add_seconds("clean build, CPU", &CostSummary::clean_cpu_seconds);
  add_seconds("clean build, wall", &CostSummary::clean_wall_seconds);
  add_seconds("rebuild after an edit, CPU", &CostSummary::rebuild_cpu_seconds);
  add_seconds("rebuild after an edit, wall", &CostSummary::rebuild_wall_seconds);
  add_bytes("largest process", &CostSummary::largest_process_bytes);
  add_bytes("largest process tree", &CostSummary::largest_tree_bytes);
  add_row("library", [&](const std::string& preset) {
    return bytes(audited_count(study, preset, {"size", "file"}),
                 audited_count(study, baseline, {"size", "file"}));
  });
  add_count("exported symbols", {"exports", "total"});
  add_count("malloc calls", {"calls", "malloc", "call"});
  add_count("free calls", {"calls", "free", "call"});
  add_count("__tls_get_addr calls", {"calls", "__tls_get_addr", "call"});

  runtime::Comparison comparison = comparison_of(study);
  const auto total_of = [&](const std::string& preset) {
    for (const runtime::ComparedCell& cell : comparison.total.cells) {
      if (cell.variant == preset) return cell;
    }
    return runtime::ComparedCell{};
  };
  add_row("total runtime", [&](const std::string& preset) {
    std::optional<report::Summary> total = total_of(preset).nanoseconds;
    return total ? report::seconds_cell(total->median / nanoseconds_in_second) : "unknown";
  });
  add_row("change against " + baseline, [&](const std::string& preset) {
    runtime::ComparedCell cell = total_of(preset);
    if (cell.verdict == runtime::Verdict::baseline) return std::string("-");
    return cell.change_percent ? fmt::format("{:+.1f} %", *cell.change_percent) : "unknown";
  });
  add_row("verdict", [&](const std::string& preset) {
    runtime::Verdict verdict = total_of(preset).verdict;
    return verdict == runtime::Verdict::baseline ? std::string("-") : runtime::words_of(verdict);
  });
  table.notes.push_back(fmt::format(
      "Medians of builds over {}, and of runs over {} rounds; memory is the highest seen.",
      build_rounds_text(study.settings), study.settings.run_rounds));
  for (const StepFailure& failure : study.failures) {
    table.notes.push_back(
        fmt::format("{} of {} failed: {}", failure.step, failure.preset, failure.reason));
  }
  return table;
}

}  // namespace ltoscope::decide

// Medians and maxima over cost samples.
#include "decide/cost_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/table.h"

namespace ltoscope::decide {
namespace {

struct Seconds {
  std::vector<double> cpu, wall;
};

void add(Seconds& seconds, const nlohmann::json& sample) {
  // A scenario that failed its proof has null figures.
  if (sample.at("user_seconds").is_null() || sample.at("system_seconds").is_null()) return;
  seconds.cpu.push_back(sample["user_seconds"].get<double>() +
                        sample["system_seconds"].get<double>());
  if (!sample.at("wall_seconds").is_null()) seconds.wall.push_back(sample["wall_seconds"]);
}

void raise(std::optional<int64_t>& largest, const nlohmann::json& bytes) {
  if (bytes.is_null()) return;
  largest = std::max(largest.value_or(0), bytes.get<int64_t>());
}

}  // namespace

CostSummary summarize_cost(const std::vector<nlohmann::json>& samples, const std::string& preset) {
  Seconds clean, rebuild;
  CostSummary summary;
  for (const nlohmann::json& sample : samples) {
    if (sample.value("kind", "") != "cost" || sample.value("preset", "") != preset) continue;
    std::string scenario = sample.value("scenario", "");
    if (scenario == "clean") add(clean, sample);
    if (scenario == "edit") add(rebuild, sample);
    raise(summary.largest_process_bytes, sample.at("largest_process_bytes"));
    raise(summary.largest_tree_bytes, sample.at("largest_tree_bytes"));
  }
  summary.clean_cpu_seconds = report::summarize(clean.cpu);
  summary.clean_wall_seconds = report::summarize(clean.wall);
  summary.rebuild_cpu_seconds = report::summarize(rebuild.cpu);
  summary.rebuild_wall_seconds = report::summarize(rebuild.wall);
  return summary;
}

std::string seconds_with_range(const report::Summary& summary) {
  return fmt::format("{} ({} to {})", report::seconds_cell(summary.median),
                     report::seconds_cell(summary.lowest), report::seconds_cell(summary.highest));
}

}  // namespace ltoscope::decide

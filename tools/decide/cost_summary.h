// What building one preset costs, summed up from its cost samples for the decision. Pure.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/statistics.h"

namespace ltoscope::decide {

// Nothing where no round measured it.
struct CostSummary {
  std::optional<report::Summary> clean_cpu_seconds;  // user + system
  std::optional<report::Summary> clean_wall_seconds;
  std::optional<report::Summary> rebuild_cpu_seconds;  // after an edit of one leaf function
  std::optional<report::Summary> rebuild_wall_seconds;
  // The highest of all scenarios and rounds: what a memory limit must leave room for.
  std::optional<int64_t> largest_process_bytes;
  std::optional<int64_t> largest_tree_bytes;
};

// Samples of other presets and of other kinds are ignored.
CostSummary summarize_cost(const std::vector<nlohmann::json>& samples, const std::string& preset);

// "12.1 s (11.9 s to 12.4 s)".
std::string seconds_with_range(const report::Summary& summary);

}  // namespace ltoscope::decide

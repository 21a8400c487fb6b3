// The table of what building costs: rows are figures, columns are presets.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/table.h"

namespace ltoscope::report {

// `samples` are build-cost samples as JSON; those of other kinds and presets are ignored. Each cell
// is the median over the rounds, its range where there are several, and its ratio to the first
// preset, the baseline. A figure that no round has is "unknown", and the notes tell why. Notes also
// name the methods of the memory figures.
Table cost_table(const std::vector<nlohmann::json>& samples,
                 const std::vector<std::string>& presets);

}  // namespace ltoscope::report

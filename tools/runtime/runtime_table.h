// A comparison as the table of medians, changes and ranges, and as JSON. Pure.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "report/table.h"
#include "runtime/comparison.h"

namespace ltoscope::runtime {

// One row for each query and one for the total: the medians side by side, each variant's change
// against the first, each variant's range, and which variants differ from the first. Notes: the
// rule, and what is unknown.
report::Table runtime_table(const Comparison& comparison, int64_t warmup);

// {"queries": [row...], "total": row, "disagreements": [...]} with row =
// {"query", "variants": {NAME: {"median_nanoseconds", "lowest_nanoseconds", "highest_nanoseconds",
// "samples",
//  "change_percent", "verdict"}}}; what is not known is null.
nlohmann::json to_json(const Comparison& comparison);
nlohmann::json to_json(const std::vector<Unknown>& unknown);

}  // namespace ltoscope::runtime

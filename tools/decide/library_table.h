// What the audits found, side by side: size, exports, TLS and every kind of relocation, call sites
// with calls and tail jumps apart. Pure.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "decide/study_file.h"
#include "report/table.h"

namespace ltoscope::decide {

report::Table library_table(const Study& study);

// The count at a path of keys in a preset's audit; nothing when the preset was not audited or the
// figure is null.
std::optional<int64_t> audited_count(const Study& study, const std::string& preset,
                                     const std::vector<std::string>& path);

// The count's cell: with the factor to the baseline where that says something ("51,242 (33x)"),
// "unknown" for nothing.
std::string count_with_factor(std::optional<int64_t> count, std::optional<int64_t> baseline);

}  // namespace ltoscope::decide

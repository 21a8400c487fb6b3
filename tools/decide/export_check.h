// Whether all presets export the same symbols: what users of the library link against must not
// depend on how it was optimised.
#pragma once

#include <string>
#include <vector>

#include "decide/study_file.h"

namespace ltoscope::decide {

struct ExportDifference {
  std::string preset;
  std::vector<std::string> missing;  // exported by the baseline, not by this preset
  std::vector<std::string> added;    // the reverse
};

// Of each preset against the baseline, of those whose exports are known; nothing when the
// baseline's are not.
std::vector<ExportDifference> export_differences(const Study& study);

bool exports_are_known(const Study& study, const std::string& preset);

// "thin-lto does not export engine_open, and exports _Znwm, which no-lto does not".
std::string words_of(const ExportDifference& difference, const std::string& baseline);

}  // namespace ltoscope::decide

// Figures kept in a repository, to compare later builds with: JSON, one figure a line, in a stable
// order, so that a review shows what changed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "audit/figures.h"

namespace ltoscope::gate {

// By file name without folder, then by figure.
using FiguresByName = std::map<std::string, audit::FigureValue>;
struct Baseline {
  std::map<std::string, FiguresByName> files;
};

// What of a library is worth keeping: its figures, and the named ones besides (exports.GLOB).
FiguresByName figures_to_keep(const audit::FileFigures& figures,
                              const std::vector<std::string>& more);

// The whole file, which ends in a newline. A figure that is unknown is null, its reason beside.
std::string baseline_text(const Baseline& baseline);

// Throws Failure(bad_input) that names file, place, found and expected.
Baseline parse_baseline(const std::string& text, const std::string& name);
Baseline read_baseline(const std::filesystem::path& path);

struct Ratchet {
  Baseline baseline;                  // what to write
  std::vector<std::string> better;    // "libx.so: calls.malloc 12 -> 10"
  std::vector<std::string> worse;     // kept as they were
  std::vector<std::string> appeared;  // figures that were not there
};

// Each figure as the better of the two; those that are neither better nor worse as found. What the
// old one says of other files stays.
Ratchet ratchet(const Baseline& old, const Baseline& found);

}  // namespace ltoscope::gate

// Two builds of a library side by side: figures, and what became of each call site.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/figures.h"
#include "command/failure.h"
#include "gate/site_changes.h"
#include "report/table.h"

namespace ltoscope::gate {

struct FigureChange {
  std::string name;
  audit::FigureValue old_value, new_value;
  bool differs() const { return old_value != new_value; }
};

struct LibraryDiff {
  std::string old_file, new_file;
  std::vector<FigureChange> figures;  // by name; all of them
  std::vector<std::string> exports_gone, exports_added;
  std::map<std::string, SiteChange> sites;  // by callee; empty when sites_reason
  // Why sites could not be matched, or what makes the matching unsure.
  std::optional<std::string> sites_reason;
  // What makes numbers incomparable: other linkers, other ways to reach thread-locals.
  std::vector<std::string> warnings;
};

// Throws as audit::figures_of_file.
LibraryDiff diff_libraries(const std::string& old_file, const std::string& new_file);

// Fine when all figures are equal, broken_rule when one differs, incomplete when none that is known
// differs and one is unknown in just one of the two.
ExitCode exit_code_of(const LibraryDiff& diff);

// Differing figures, or all; sites by callee; functions that have new ones.
std::vector<report::Table> diff_tables(const LibraryDiff& diff, bool all_figures);
nlohmann::ordered_json diff_as_json(const LibraryDiff& diff);

// How thread-locals are reached, in words: "calls of __tls_get_addr", "descriptors", ...
std::string tls_dialect(const audit::FileFigures& figures);

}  // namespace ltoscope::gate

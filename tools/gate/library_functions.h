// The functions of one library with the call sites in each, for matching. The one place in this
// folder that knows how the audit finds sites.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gate/function_match.h"

namespace ltoscope::gate {

struct LibraryFunctions {
  std::vector<MatchedFunction> functions;  // also those without sites
  bool knows_inlining = false;             // debug information tells what was inlined
  // Why functions or sites are missing: another machine, a stripped file. Then functions may be
  // empty or without names.
  std::optional<std::string> reason;
};

// Throws as audit::audit_file. Approximate: a function that several names share goes by the first
// of them; inlined origins are known with debug information alone.
LibraryFunctions functions_of_library(const std::filesystem::path& path);

// Functions by how many sites of the callee they hold, most first; those without any left out.
struct SitesInFunction {
  std::string function;
  int64_t sites;
};
std::vector<SitesInFunction> functions_calling(const LibraryFunctions& library,
                                               const std::string& callee);

}  // namespace ltoscope::gate

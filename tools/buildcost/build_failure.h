// Why a build failed, in one line, from what it printed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "buildcost/process_meter.h"

namespace ltoscope::buildcost {

enum class FailureKind {
  error,   // the sources, the flags or the tools
  killed,  // by signal 9: most likely for lack of memory
  disk_full,
};

struct BuildFailure {
  FailureKind kind;
  std::string line;  // "killed, likely memory: FAILED: x.o"; without the place of the log
};

// Requires: the run did not succeed. `output` is what it printed.
BuildFailure failure_of(const MeteredRun& run, std::string_view output);

// "WHAT failed: LINE (whole output: LOG)", the log read for its line.
std::string describe_failure(const std::string& what, const MeteredRun& run,
                             const std::filesystem::path& log);

}  // namespace ltoscope::buildcost

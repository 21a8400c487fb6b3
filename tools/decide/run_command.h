// `ltoscope run`: loads variants of one library into fresh host processes, in rotating rounds, and
// compares what the hosts timed.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::decide {

void add_run_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::decide

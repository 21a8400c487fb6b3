// `ltoscope check --policy P... FILE...`: a gate for CI.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::gate {

void add_check_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::gate

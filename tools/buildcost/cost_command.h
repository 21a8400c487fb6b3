// `ltoscope cost`: what building a project costs under each preset.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::buildcost {

void add_cost_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::buildcost

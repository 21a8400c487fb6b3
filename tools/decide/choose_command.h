// `ltoscope choose`: the preset for daily work and the one for the release, within limits, from a
// finished study.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::decide {

void add_choose_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::decide

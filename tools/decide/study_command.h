// `ltoscope study`: build cost, audit and run time of every preset of a project, then the decision.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::decide {

void add_study_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::decide

// `ltoscope report`: the page about a finished study, from its saved results alone.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::decide {

void add_report_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::decide

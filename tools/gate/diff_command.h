// `ltoscope diff OLD NEW`: two builds side by side.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::gate {

void add_diff_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::gate

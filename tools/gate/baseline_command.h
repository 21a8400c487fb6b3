// `ltoscope baseline -o base.json FILE...`: records figures for later checks.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::gate {

void add_baseline_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::gate

// `ltoscope explain FILE ADDRESS`: what stands at one address and what it leads to.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::audit {

void add_explain_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::audit

// `ltoscope audit FILE`: everything that one library shows.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::audit {

void add_audit_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::audit

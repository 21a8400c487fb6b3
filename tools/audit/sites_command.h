// `ltoscope sites`: each call site of the functions named, or their numbers by function, callee,
// kind, form, thread-local variable, source or member.
#pragma once

#include <CLI/CLI.hpp>

#include "command/failure.h"

namespace ltoscope::audit {

void add_sites_command(CLI::App& app, ExitCode& exit_code);

}  // namespace ltoscope::audit

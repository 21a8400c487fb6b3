// The options that say where a library's symbols and debug information are.
#pragma once

#include <CLI/CLI.hpp>

#include "elf/debug_file.h"

namespace ltoscope::audit {

// Adds --debug-file, --debug-dir and --no-debug. places must outlive the parsing.
void add_debug_options(CLI::App& verb, elf::DebugFilePlaces& places);

}  // namespace ltoscope::audit

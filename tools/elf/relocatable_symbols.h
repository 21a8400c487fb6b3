// The symbol table of a relocatable object: a step of read_relocatable().
#pragma once

#include <cstdint>
#include <string_view>

#include "elf/relocatable.h"

namespace ltoscope::elf {

// Requires: object.sections are read.
void read_object_symbols(Relocatable& object);

}  // namespace ltoscope::elf

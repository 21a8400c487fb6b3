// What the fields of a symbol's entry mean, in files that are linked and in those that are not.
#pragma once

#include <cstdint>

#include "elf/symbols.h"

namespace ltoscope::elf {

SymbolKind symbol_kind(uint8_t information);  // st_info
Visibility symbol_visibility(uint8_t other);  // st_other

}  // namespace ltoscope::elf

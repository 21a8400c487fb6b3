// How many dynamic symbols there are. No field says it: it follows from the hash table, which holds
// every symbol (DT_HASH) or all but the undefined ones (DT_GNU_HASH), and a damaged hash table
// leaves only a lower bound.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "elf/dynamic.h"
#include "elf/image.h"
#include "elf/relocations.h"

namespace ltoscope::elf {

struct SymbolCount {
  int64_t count = 0;
  std::optional<std::string> doubt;  // why count may be wrong
};

// Requires: dynamic.symbols.
SymbolCount count_dynamic_symbols(const Image& image, const Dynamic& dynamic,
                                  const Relocations& relocations);

}  // namespace ltoscope::elf

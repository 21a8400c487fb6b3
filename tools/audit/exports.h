// What a library offers to others.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "elf/symbols.h"

namespace ltoscope::audit {

// Defined, not local, visible, and not kept back by the version script. The symbol that ld.bfd adds
// for each version that a library defines names no code or data and does not count: lld adds none.
// Pointers into dynamic.
std::vector<const elf::Symbol*> exported_symbols(const elf::DynamicSymbols& dynamic);

// "name", or "name@VERSION". The same name at two versions is two exports.
std::string export_name(const elf::Symbol& symbol);

// Shell glob: * ? [...] match within the whole name, without the version.
int64_t count_matching(const std::vector<const elf::Symbol*>& exports, const std::string& glob);

}  // namespace ltoscope::audit

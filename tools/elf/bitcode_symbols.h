// The symbol table inside bitcode (LLVM's irsymtab): fixed-size little-endian entries in one blob
// whose names lie in another.
#pragma once

#include <cstddef>
#include <span>

#include "elf/bitcode.h"

namespace ltoscope::elf {

// Fills in triple, source file, symbols and constructors of a file of so many modules, or says why
// the symbols are unknown.
void read_bitcode_symbols(std::string_view file, std::span<const std::byte> table,
                          std::span<const std::byte> names, Bitcode& bitcode);

}  // namespace ltoscope::elf

// GCC's link-time bytecode in ELF objects: sections named .gnu.lto_*. The symbol table that GCC
// writes for linker plugins is read; bytecode is not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elf/byte_reader.h"
#include "elf/object_symbol.h"

namespace ltoscope::elf {

inline constexpr std::string_view gcc_lto_prefix = ".gnu.lto_";
// Before a random suffix that objects joined by ld -r differ in.
inline constexpr std::string_view gcc_symbols_prefix = ".gnu.lto_.symtab.";
inline constexpr std::string_view gcc_header_prefix = ".gnu.lto_.lto.";

// What .gnu.lto_.lto.* holds since GCC 10.
struct GccLtoHeader {
  int major_version;
  int minor_version;
  bool slim;  // no machine code beside the bytecode
};

// Nothing when the section is of another size than is known.
std::optional<GccLtoHeader> read_gcc_header(const ByteReader& section);

// Appends the symbols of one .gnu.lto_.symtab.* section. Returns why it could not, and then appends
// none: the section is of a form that is not known, such as a compressed one.
std::optional<std::string> read_gcc_symbols(const ByteReader& section,
                                            std::vector<ObjectSymbol>& symbols);

}  // namespace ltoscope::elf

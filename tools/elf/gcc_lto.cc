// Each symbol: its name and its COMDAT's name, each with a NUL; a byte of kind and one of
// visibility; 8 bytes of size; 4 bytes of slot. GCC writes numbers in its own byte order, which is
// little endian on every machine that it is common on.
#include "elf/gcc_lto.h"

#include <fmt/format.h>

#include "command/failure.h"

namespace ltoscope::elf {
namespace {

constexpr uint64_t header_size_since_10 = 8;
constexpr uint64_t slim_at = 4;
constexpr uint64_t slot_size = 4;

std::optional<SymbolRole> gcc_role(uint8_t kind) {
  switch (kind) {
    case 0:
      return SymbolRole::strong;
    case 1:
      return SymbolRole::weak;
    case 2:
      return SymbolRole::undefined;
    case 3:
      return SymbolRole::weak_undefined;
    case 4:
      return SymbolRole::common;
    default:
      return std::nullopt;
  }
}

std::optional<Visibility> gcc_visibility(uint8_t number) {
  switch (number) {
    case 0:
      return Visibility::normal;
    case 1:
      return Visibility::protected_from_others;
    case 2:
      return Visibility::internal;
    case 3:
      return Visibility::hidden;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<GccLtoHeader> read_gcc_header(const ByteReader& section) {
  if (section.size() != header_size_since_10) return std::nullopt;
  return GccLtoHeader{section.u16(0), section.u16(2), section.u8(slim_at) != 0};
}

std::optional<std::string> read_gcc_symbols(const ByteReader& section,
                                            std::vector<ObjectSymbol>& symbols) {
  std::vector<ObjectSymbol> found;
  ByteReader bytes(section.file(), "symbol table of GCC's bytecode", section.bytes(),
                   std::endian::little);
  try {
    for (ByteCursor at(bytes, 0); at.offset() < bytes.size(); at.skip(slot_size)) {
      uint64_t start = at.offset();
      ObjectSymbol symbol;
      symbol.name = bytes.text(at.offset());
      at.skip(symbol.name.size() + 1);
      symbol.group = bytes.text(at.offset());
      at.skip(symbol.group.size() + 1);
      std::optional<SymbolRole> role = gcc_role(at.u8());
      std::optional<Visibility> visibility = gcc_visibility(at.u8());
      if (!role || !visibility || symbol.name.empty()) {
        return fmt::format("no symbol of a known form at offset {:#x} of GCC's symbol table",
                           start);
      }
      symbol.role = *role;
      symbol.visibility = *visibility;
      uint64_t size = at.u64();
      // GCC gives the sizes of common symbols alone.
      if (size != 0) symbol.size = static_cast<int64_t>(size);
      found.push_back(symbol);
    }
  } catch (const Failure& failure) {
    return failure.what();
  }
  symbols.insert(symbols.end(), found.begin(), found.end());
  return std::nullopt;
}

}  // namespace ltoscope::elf

// The relocations that the loader applies, from every table it reads: plain, with addends, of the
// PLT, packed as relative bitmaps (RELR), packed by Android's linkers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "elf/dynamic.h"
#include "elf/image.h"

namespace ltoscope::elf {

struct Relocation {
  uint64_t address;               // of the word that is changed
  uint32_t type;                  // number within the machine; see relocation_name
  uint32_t symbol;                // index in the dynamic symbol table; 0: none
  std::optional<int64_t> addend;  // nothing: it stands in the word itself
};

struct Relocations {
  std::vector<Relocation> entries;
  int64_t from_relative_bitmaps = 0;  // how many of the entries were packed that way
};

// Entries that two tables share are listed once. Without a dynamic segment (a static executable)
// the loaded relocation sections are read. Requires: can_read_relocations(image).
Relocations read_relocations(const Image& image, const Dynamic& dynamic);

// 64-bit MIPS packs three types into one relocation; those are not read.
bool can_read_relocations(const Image& image);

// What the loader adds the base (or symbol) to: the addend, or the word at the address. Nothing
// when the file holds no bytes there.
std::optional<uint64_t> addend_of(const Image& image, const Relocation& relocation);

}  // namespace ltoscope::elf

// A relocatable ELF object (.o): its sections, all its symbols with the section each is in, and the
// relocations that a linker will apply. It is read from bytes, since most lie inside archives.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "elf/byte_reader.h"
#include "elf/machine.h"
#include "elf/object_symbol.h"

namespace ltoscope::elf {

struct ObjectSection {
  enum class Kind { bytes, zeros, symbols, relocations, relocations_with_addend, group, other };
  std::string_view name;
  Kind kind = Kind::other;
  bool loaded = false;
  bool executable = false;
  bool unwind = false;            // tables that speak of code without using it: .eh_frame
  bool constructors = false;      // pointers to code that runs at start
  bool merged_text = false;       // NUL-ended text of which linkers keep one
  bool merged_constants = false;  // entries of entry_size bytes of which linkers keep one
  uint64_t offset = 0;            // [offset, offset + size) lies within the bytes, unless zeros
  uint64_t size = 0;
  uint64_t entry_size = 0;
  uint32_t link = 0;
  uint32_t information = 0;
};

struct ObjectRelocation {
  uint64_t offset;  // in the section that it changes
  uint32_t type;
  uint32_t symbol;                // index; 0: none
  std::optional<int64_t> addend;  // nothing: it stands in the bytes
};

struct Relocatable {
  std::string_view file;  // as messages call it
  std::span<const std::byte> bytes;
  bool wide = true;
  std::endian order = std::endian::little;
  Machine machine = Machine::x86_64;
  std::vector<ObjectSection> sections;
  // All of the table, by index; the first is the null symbol. Those of sections have no name.
  std::vector<ObjectSymbol> symbols;
};

// file and bytes outlive the result. Requires: has_elf_magic(bytes). Throws Failure(bad_input) for
// a broken object, and for an ELF file that is linked already.
Relocatable read_relocatable(std::string_view file, std::span<const std::byte> bytes);

// Whether bytes are an ELF file of the relocatable kind.
bool is_relocatable(std::span<const std::byte> bytes);

ByteReader section_bytes(const Relocatable& object, uint32_t section);

// The relocations of every section, each list in the order of its table, by section index.
std::vector<std::vector<ObjectRelocation>> read_object_relocations(const Relocatable& object);

// Whether a compiler or assembler made the name up (".L.str.3", "$d"), so that it means something
// else in another object.
bool is_made_up(std::string_view name);

// Symbols by section, then offset: which symbol an address inside a section belongs to.
class SymbolsBySection {
 public:
  explicit SymbolsBySection(const Relocatable& object);
  // The named symbol that starts at or before offset and is nearest to it; nothing: none does.
  // Names that assemblers and compilers make up are none.
  std::optional<uint32_t> at(uint32_t section, uint64_t offset) const;

 private:
  struct Start {
    uint32_t section;
    uint64_t offset;
    uint32_t symbol;
  };
  std::vector<Start> starts_;
};

}  // namespace ltoscope::elf

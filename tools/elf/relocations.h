// The relocations that the loader applies, from every table it reads: plain, with addends, of the
// PLT, packed as relative bitmaps (RELR), packed by Android's linkers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
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

// Tables stay where they are in the file and are read each time they are gone through: a library
// has hundreds of thousands of entries, which would take more memory than all else of it that is
// kept. The image that they were read from must outlive them.
class Relocations {
 public:
  // visit(const Relocation&), in no particular order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Table& table : tables_) visit_table(table, visit);
    for (uint64_t address : in_relative_bitmaps_) {
      visit(Relocation{address, relative_type_, 0, std::nullopt});
    }
    for (const Relocation& relocation : unpacked_) visit(relocation);
  }

  int64_t from_relative_bitmaps() const {
    return static_cast<int64_t>(in_relative_bitmaps_.size());
  }

 private:
  friend class RelocationReader;

  struct Table {
    ByteReader bytes;
    bool wide;
    bool with_addend;
  };

  template <class Visit>
  static void visit_table(const Table& table, Visit& visit) {
    if (table.wide) {
      table.with_addend ? visit_words<uint64_t, 3>(table, visit)
                        : visit_words<uint64_t, 2>(table, visit);
    } else {
      table.with_addend ? visit_words<uint32_t, 3>(table, visit)
                        : visit_words<uint32_t, 2>(table, visit);
    }
  }

  // Reads without a check for each field, which takes a third of the time: the table is of whole
  // entries.
  template <class Word, std::size_t count, class Visit>
  static void visit_words(const Table& table, Visit& visit) {
    constexpr int symbol_shift = sizeof(Word) == 8 ? 32 : 8;
    bool swapped = table.bytes.order() != std::endian::native;
    std::span<const std::byte> bytes = table.bytes.bytes();
    std::array<Word, count> fields;
    for (; bytes.size() >= sizeof fields; bytes = bytes.subspan(sizeof fields)) {
      std::memcpy(fields.data(), bytes.data(), sizeof fields);
      if (swapped) {
        for (Word& field : fields) field = std::byteswap(field);
      }
      Word type = fields[1] & ((Word{1} << symbol_shift) - 1);
      Relocation relocation{fields[0], static_cast<uint32_t>(type),
                            static_cast<uint32_t>(fields[1] >> symbol_shift), std::nullopt};
      if constexpr (count == 3) {
        relocation.addend = static_cast<std::make_signed_t<Word>>(fields[2]);
      }
      visit(relocation);
    }
  }

  std::vector<Table> tables_;  // each of whole entries
  std::vector<uint64_t> in_relative_bitmaps_;
  uint32_t relative_type_ = 0;
  std::vector<Relocation> unpacked_;  // that Android's linkers had packed
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

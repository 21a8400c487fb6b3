// Reads the hash table of ids, and the tables of offsets and sizes that it leads to.
#include "dwarf/package_index.h"

#include <fmt/format.h>

#include "elf/inline_cursor.h"

namespace ltoscope::dwarf {
namespace {

PackedSection section_kind(uint32_t number, uint32_t version) {
  switch (number) {
    case 1:
      return PackedSection::units;
    case 3:
      return PackedSection::abbreviations;
    case 6:
      return PackedSection::string_offsets;
    case 8:  // in version 2 this is .debug_macro
      return version >= 5 ? PackedSection::range_lists : PackedSection::other;
    default:
      return PackedSection::other;
  }
}

}  // namespace

PackageIndex read_package_index(const elf::ByteReader& section) {
  constexpr uint32_t short_version_mask = 0xffff;  // version 5 is 2 bytes and 2 of padding
  PackageIndex index;
  elf::InlineCursor cursor(section, 0);
  uint32_t version = cursor.u32();
  if (section.order() == std::endian::big && version > short_version_mask) version >>= 16;
  version &= short_version_mask;
  if (version != 2 && version != 5) section.reject(fmt::format("version {}", version), "2 or 5");
  index.columns = cursor.u32();
  uint64_t rows = cursor.u32();
  uint64_t slots = cursor.u32();
  // All counts are below 2^32, so products of two do not overflow; the sections after the header
  // hold them all.
  elf::InlineCursor ids = cursor;
  cursor.skip(slots * 8);
  elf::InlineCursor row_numbers = cursor;
  cursor.skip(slots * 4);
  elf::InlineCursor kinds = cursor;
  cursor.skip(index.columns * 4);
  elf::InlineCursor offsets = cursor;
  cursor.skip(rows * index.columns * 4);
  elf::InlineCursor sizes = cursor;
  cursor.skip(rows * index.columns * 4);
  std::vector<PackedSection> columns;
  for (uint64_t column = 0; column < index.columns; ++column)
    columns.push_back(section_kind(kinds.u32(), version));
  for (uint64_t row = 0; row < rows; ++row) {
    for (PackedSection kind : columns) {
      uint64_t offset = offsets.u32();
      index.parts.push_back({kind, offset, sizes.u32()});
    }
  }
  for (uint64_t slot = 0; slot < slots; ++slot) {
    uint64_t id = ids.u64();
    uint64_t row = row_numbers.u32();
    if (row == 0) continue;
    if (row > rows) section.reject(fmt::format("row {}", row), fmt::format("1 to {}", rows));
    index.row_of_id.emplace(id, row - 1);
  }
  return index;
}

}  // namespace ltoscope::dwarf

// Both kinds of lists: pairs of addresses to version 4, coded entries from version 5.
#include "dwarf/range_list.h"

#include <fmt/format.h>

#include "elf/inline_cursor.h"

namespace ltoscope::dwarf {
namespace {

void spend_entry(const elf::ByteReader& section, Allowance& entries) {
  if (!entries.spend(1))
    section.reject("lists of ranges that are used over and over", "lists used about once");
}

uint64_t largest_address(const Unit& unit) {
  return unit.encoding.address_size == 4 ? 0xffffffff : ~uint64_t{0};
}

void add(const Unit& unit, uint64_t begin, uint64_t end, std::vector<AddressRange>& out) {
  if (begin < end && !is_left_out(begin, unit.encoding.address_size)) out.push_back({begin, end});
}

void append_pairs(const DwarfFile& holder, const Unit& unit, uint64_t offset, Allowance& entries,
                  std::vector<AddressRange>& out) {
  const elf::ByteReader& section = holder.sections.ranges;
  elf::InlineCursor cursor(section, offset);
  uint64_t size = unit.encoding.address_size;
  uint64_t base = unit.base_address;
  bool dead_base = false;
  while (true) {
    spend_entry(section, entries);
    uint64_t begin = cursor.sized(size);
    uint64_t end = cursor.sized(size);
    if (begin == 0 && end == 0) return;
    if (begin == largest_address(unit)) {
      base = end;
      dead_base = is_left_out(base, unit.encoding.address_size);
    } else if (!dead_base) {
      add(unit, base + begin, base + end, out);
    }
  }
}

void append_coded(const DwarfFile& file, const Unit& unit, uint64_t offset, Allowance& entries,
                  std::vector<AddressRange>& out) {
  const elf::ByteReader& section = file.sections.range_lists;
  elf::InlineCursor cursor(section, offset);
  auto indexed = [&](uint64_t index) { return *address_of(file, unit, Value{Form::addrx, index}); };
  uint64_t size = unit.encoding.address_size;
  uint64_t base = unit.base_address;
  while (true) {
    spend_entry(section, entries);
    uint64_t at = cursor.offset();
    uint8_t code = cursor.u8();
    switch (static_cast<RangeEntry>(code)) {
      case RangeEntry::end_of_list:
        return;
      case RangeEntry::base_addressx:
        base = indexed(cursor.unsigned_leb128());
        break;
      case RangeEntry::base_address:
        base = cursor.sized(size);
        break;
      case RangeEntry::startx_endx: {
        uint64_t begin = indexed(cursor.unsigned_leb128());
        add(unit, begin, indexed(cursor.unsigned_leb128()), out);
        break;
      }
      case RangeEntry::startx_length: {
        uint64_t begin = indexed(cursor.unsigned_leb128());
        add(unit, begin, begin + cursor.unsigned_leb128(), out);
        break;
      }
      case RangeEntry::offset_pair: {
        uint64_t begin = cursor.unsigned_leb128();
        uint64_t end = cursor.unsigned_leb128();
        // Offsets from where the linker left something out lie where other code is.
        if (!is_left_out(base, unit.encoding.address_size))
          add(unit, base + begin, base + end, out);
        break;
      }
      case RangeEntry::start_end: {
        uint64_t begin = cursor.sized(size);
        add(unit, begin, cursor.sized(size), out);
        break;
      }
      case RangeEntry::start_length: {
        uint64_t begin = cursor.sized(size);
        add(unit, begin, begin + cursor.unsigned_leb128(), out);
        break;
      }
      default:
        section.reject(fmt::format("entry {} at offset {:#x}", code, at), "0 to 7");
    }
  }
}

}  // namespace

void append_ranges(const DwarfFile& file, const Unit& unit, const Value& low_pc,
                   const Value& high_pc, const Value& ranges, Allowance& entries,
                   std::vector<AddressRange>& out) {
  if (ranges) {
    if (unit.encoding.version >= 5) {
      uint64_t offset = ranges.number;
      if (ranges.form == Form::rnglistx) {
        const elf::ByteReader& table = file.sections.range_lists;
        uint64_t size = unit.encoding.offset_size;
        uint64_t at = unit.range_lists_base + ranges.number * size;
        offset = unit.range_lists_base + (size == 8 ? table.u64(at) : table.u32(at));
      }
      append_coded(file, unit, offset, entries, out);
    } else if (unit.split_from != nullptr) {
      append_pairs(*unit.split_from, unit, unit.ranges_base + ranges.number, entries, out);
    } else {
      append_pairs(file, unit, ranges.number, entries, out);
    }
    return;
  }
  std::optional<uint64_t> begin = address_of(file, unit, low_pc);
  if (!begin || !high_pc) return;
  // An address, or, from version 4, a length.
  std::optional<uint64_t> end = address_of(file, unit, high_pc);
  add(unit, *begin, end ? *end : *begin + high_pc.number, out);
}

int64_t range_entries_allowed(const DwarfFile& file) {
  constexpr uint64_t uses = 16;  // of each byte of a list
  uint64_t bytes = file.sections.ranges.size() + file.sections.range_lists.size();
  return static_cast<int64_t>(bytes * uses + 4096);
}

}  // namespace ltoscope::dwarf

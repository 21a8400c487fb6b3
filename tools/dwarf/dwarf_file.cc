// Reads unit headers and the first entry of each unit, and resolves indexed strings and addresses.
#include "dwarf/dwarf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "command/failure.h"
#include "elf/inline_cursor.h"

namespace ltoscope::dwarf {
namespace {

constexpr uint32_t wide_format = 0xffffffff;  // a length of 8 bytes follows, and offsets have 8
constexpr std::size_t most_doubts = 20;

void doubt(DwarfFile& file, std::string reason) {
  if (file.doubts.size() < most_doubts) file.doubts.push_back(std::move(reason));
}

// Abbreviation tables by their offset. Units share them. Together the tables read may not be much
// longer than the section: they would overlap, and there could be as many as units.
class TablesByOffset {
 public:
  explicit TablesByOffset(DwarfFile& file)
      : file_(file),
        left_(std::min(4 * file.sections.abbreviations.size() + 4096, memory_allowed(file))) {}

  const AbbreviationTable* at(uint64_t offset) {
    auto known = by_offset_.find(offset);
    if (known != by_offset_.end()) return known->second;
    uint64_t end = offset;
    AbbreviationTable table = read_abbreviations(file_.sections.abbreviations, end);
    if (end - offset > left_) {
      file_.sections.abbreviations.reject(
          fmt::format("a table at offset {:#x} that overlaps others", offset),
          "tables of their own");
    }
    left_ -= end - offset;
    file_.tables.push_back(std::make_unique<const AbbreviationTable>(std::move(table)));
    return by_offset_.emplace(offset, file_.tables.back().get()).first->second;
  }

 private:
  DwarfFile& file_;
  uint64_t left_;
  std::unordered_map<uint64_t, const AbbreviationTable*> by_offset_;
};

// What a unit's tables count from when its first entry does not say: after the table's header in
// split files of version 5, where each has one table; else from the start.
void set_default_bases(Unit& unit, bool split) {
  if (!split || unit.encoding.version < 5) return;
  bool wide = unit.encoding.offset_size == 8;
  unit.string_offsets_base = wide ? 16 : 8;
  unit.range_lists_base = wide ? 20 : 12;
}

void read_first_entry(const DwarfFile& file, Unit& unit, Tag& tag) {
  elf::InlineCursor cursor(file.sections.units, unit.entries, unit.end);
  uint64_t code = cursor.unsigned_leb128();
  const Abbreviation* abbreviation = unit.abbreviations->find(code);
  if (abbreviation == nullptr) {
    file.sections.units.reject(fmt::format("abbreviation {} at offset {:#x}", code, unit.entries),
                               "one of the unit's table");
  }
  tag = abbreviation->tag;
  unit.has_children = abbreviation->has_children;
  for (const AttributeForm& form : unit.abbreviations->forms_of(*abbreviation)) {
    Value value = read_value(cursor, form, unit.encoding);
    switch (form.attribute) {
      case Attribute::name:
        unit.name = value;
        break;
      case Attribute::producer:
        unit.producer = value;
        break;
      case Attribute::compilation_folder:
        unit.folder = value;
        break;
      case Attribute::statements:
        unit.statements = value;
        break;
      case Attribute::low_pc:
        unit.low_pc = value;
        break;
      case Attribute::high_pc:
        unit.high_pc = value;
        break;
      case Attribute::ranges:
        unit.ranges = value;
        break;
      case Attribute::dwo_name:
      case Attribute::gnu_dwo_name:
        unit.dwo_name = value;
        break;
      case Attribute::gnu_dwo_id:
        unit.dwo_id = value.number;
        break;
      case Attribute::string_offsets_base:
        unit.string_offsets_base = value.number;
        break;
      case Attribute::address_base:
      case Attribute::gnu_address_base:
        unit.address_base = value.number;
        break;
      case Attribute::range_lists_base:
        unit.range_lists_base = value.number;
        break;
      case Attribute::gnu_ranges_base:
        unit.ranges_base = value.number;
        break;
      default:
        break;
    }
  }
}

// The unit whose header begins at the cursor, which is moved to its end; nothing for one of types.
std::optional<Unit> read_unit(DwarfFile& file, TablesByOffset& tables, elf::InlineCursor& cursor,
                              bool split) {
  const elf::ByteReader& section = file.sections.units;
  Unit unit{};
  unit.offset = cursor.offset();
  uint64_t length = cursor.u32();
  unit.encoding.offset_size = 4;
  if (length == wide_format) {
    unit.encoding.offset_size = 8;
    length = cursor.u64();
  }
  elf::InlineCursor header = cursor;
  cursor.skip(length);
  unit.end = cursor.offset();
  unit.encoding.version = header.u16();
  if (unit.encoding.version < 2 || unit.encoding.version > 5) {
    section.reject(fmt::format("version {} at offset {:#x}", unit.encoding.version, unit.offset),
                   "2 to 5");
  }
  uint64_t abbreviations;
  unit.type = UnitType::compile;
  if (unit.encoding.version >= 5) {
    unit.type = static_cast<UnitType>(header.u8());
    unit.encoding.address_size = header.u8();
    abbreviations = header.sized(unit.encoding.offset_size);
    if (unit.type == UnitType::type || unit.type == UnitType::split_type) return std::nullopt;
    if (unit.type == UnitType::skeleton || unit.type == UnitType::split_compile)
      unit.dwo_id = header.u64();
  } else {
    abbreviations = header.sized(unit.encoding.offset_size);
    unit.encoding.address_size = header.u8();
  }
  if (unit.encoding.address_size != 4 && unit.encoding.address_size != 8) {
    section.reject(fmt::format("addresses of {} bytes at offset {:#x}", unit.encoding.address_size,
                               unit.offset),
                   "4 or 8");
  }
  unit.entries = header.offset();
  if (unit.entries >= unit.end) return std::nullopt;  // without any entry
  unit.abbreviations = tables.at(abbreviations);
  set_default_bases(unit, split);
  Tag tag;
  read_first_entry(file, unit, tag);
  if (tag == Tag::type_unit) return std::nullopt;
  if (tag == Tag::partial_unit) unit.type = UnitType::partial;
  if (unit.type == UnitType::compile && unit.dwo_name) unit.type = UnitType::skeleton;
  if (unit.type == UnitType::compile && split) unit.type = UnitType::split_compile;
  if (!split) unit.base_address = address_of(file, unit, unit.low_pc).value_or(0);
  return unit;
}

std::string_view indexed_text(const DwarfFile& file, const Unit& unit, uint64_t index) {
  const elf::ByteReader& table = file.sections.string_offsets;
  uint64_t size = unit.encoding.offset_size;
  // A base or index so large that this wraps would read elsewhere in the table: still inside it.
  uint64_t at = unit.string_offsets_base + index * size;
  return file.sections.strings.text(size == 8 ? table.u64(at) : table.u32(at));
}

}  // namespace

void read_sections_of(DwarfFile& file, std::string_view suffix) {
  auto section = [&](std::string_view name) {
    std::string full = fmt::format("{}{}", name, suffix);
    std::optional<elf::SectionBytes> found;
    try {
      found = elf::read_section(*file.image, full);
    } catch (const Failure& failure) {
      doubt(file, failure.what());
    }
    std::span<const std::byte> bytes;
    if (found) {
      bytes = found->bytes;
      if (found->unpacked) file.unpacked.push_back(std::move(*found));
    }
    return elf::ByteReader(file.image->file->name(), full, bytes, file.image->order);
  };
  file.name = file.image->file->name();
  file.sections = {.units = section(".debug_info"),
                   .abbreviations = section(".debug_abbrev"),
                   .lines = section(".debug_line"),
                   .strings = section(".debug_str"),
                   .line_strings = section(".debug_line_str"),
                   .string_offsets = section(".debug_str_offsets"),
                   .addresses = section(".debug_addr"),
                   .ranges = section(".debug_ranges"),
                   .range_lists = section(".debug_rnglists")};
}

void read_units(DwarfFile& file, bool split) {
  TablesByOffset tables(file);
  elf::InlineCursor cursor(file.sections.units, 0);
  while (cursor.left() != 0) {
    uint64_t start = cursor.offset();
    try {
      std::optional<Unit> unit = read_unit(file, tables, cursor, split);
      if (unit) file.units.push_back(*unit);
      if (file.units.size() * sizeof(Unit) > memory_allowed(file)) {
        doubt(file,
              fmt::format("{}: found more than {} units, expected fewer in a file of its size",
                          file.name, file.units.size()));
        break;
      }
    } catch (const Failure& failure) {
      doubt(file, failure.what());
      // Its length could not be read, so neither can where the next begins.
      if (cursor.offset() == start || cursor.offset() - start < 12) break;
    }
  }
}

uint64_t memory_allowed(const DwarfFile& file) {
  constexpr uint64_t of_each_byte = 64;
  constexpr uint64_t least = 1024 * 1024;
  return file.image->file->bytes().size() * of_each_byte + least;
}

const Unit* unit_at(const DwarfFile& file, uint64_t offset) {
  auto after = std::upper_bound(file.units.begin(), file.units.end(), offset,
                                [](uint64_t at, const Unit& unit) { return at < unit.offset; });
  if (after == file.units.begin()) return nullptr;
  const Unit& unit = *std::prev(after);
  return offset >= unit.entries && offset < unit.end ? &unit : nullptr;
}

std::optional<std::string_view> text_of(const DwarfFile& file, const Unit& unit,
                                        const Value& value) {
  switch (value.form) {
    case Form::string:
      return file.sections.units.text(value.number);
    case Form::strp:
      return file.sections.strings.text(value.number);
    case Form::line_strp:
      return file.sections.line_strings.text(value.number);
    case Form::strx:
    case Form::strx1:
    case Form::strx2:
    case Form::strx3:
    case Form::strx4:
    case Form::gnu_str_index:
      return indexed_text(file, unit, value.number);
    case Form::strp_sup:
    case Form::gnu_strp_alt:
      if (!file.alternate) return std::nullopt;
      return file.alternate->sections.strings.text(value.number);
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> address_of(const DwarfFile& file, const Unit& unit, const Value& value) {
  if (value.form == Form::addr) return value.number;
  if (!is_address(value.form)) return std::nullopt;
  const DwarfFile& holder = unit.split_from == nullptr ? file : *unit.split_from;
  uint64_t size = unit.encoding.address_size;
  uint64_t at = unit.address_base + value.number * size;
  return size == 8 ? holder.sections.addresses.u64(at) : holder.sections.addresses.u32(at);
}

bool is_left_out(uint64_t address, uint8_t address_size) {
  // 0 and 1 by GNU ld (1 where 0 would end a list), the largest two by lld.
  uint64_t largest = address_size == 4 ? 0xffffffff : ~uint64_t{0};
  return address <= 1 || address >= largest - 1;
}

}  // namespace ltoscope::dwarf

// One file's debug information: its sections, its units, and what the first entry of each unit
// says. Entries are found by their offset in the section of units; all offsets and addresses here
// are as in the file.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dwarf/abbreviations.h"
#include "dwarf/form.h"
#include "elf/byte_reader.h"
#include "elf/image.h"
#include "elf/section_bytes.h"

namespace ltoscope::dwarf {

inline elf::ByteReader no_section() { return {{}, "", {}, std::endian::native}; }

struct Sections {
  elf::ByteReader units = no_section();           // .debug_info
  elf::ByteReader abbreviations = no_section();   // .debug_abbrev
  elf::ByteReader lines = no_section();           // .debug_line
  elf::ByteReader strings = no_section();         // .debug_str
  elf::ByteReader line_strings = no_section();    // .debug_line_str
  elf::ByteReader string_offsets = no_section();  // .debug_str_offsets
  elf::ByteReader addresses = no_section();       // .debug_addr
  elf::ByteReader ranges = no_section();          // .debug_ranges, to version 4
  elf::ByteReader range_lists = no_section();     // .debug_rnglists, from version 5
};

struct DwarfFile;

// A unit and what its first entry says. A missing value has no form.
struct Unit {
  uint64_t offset;   // of its header in the section of units
  uint64_t entries;  // of its first entry
  uint64_t end;
  Encoding encoding;
  UnitType type;
  std::optional<uint64_t> dwo_id;
  const AbbreviationTable* abbreviations;

  bool has_children = false;
  Value name, producer, folder, dwo_name, statements;
  Value low_pc, high_pc, ranges;
  // Where its indexes into tables count from.
  uint64_t string_offsets_base = 0;
  uint64_t address_base = 0;
  uint64_t range_lists_base = 0;
  uint64_t ranges_base = 0;   // added to offsets of .debug_ranges: of split units of version 4
  uint64_t base_address = 0;  // what pairs of offsets in ranges count from

  // Of a split unit: the file that it was split from, which holds addresses and, to version 4,
  // ranges.
  const DwarfFile* split_from = nullptr;
};

struct DwarfFile {
  std::string name;
  Sections sections;
  // By offset; without those of types, which hold no code (.debug_types is not read at all).
  std::vector<Unit> units;
  // What dwz moved out of several files, this among them; nothing when there is none or it was not
  // found.
  std::unique_ptr<const DwarfFile> alternate;
  std::vector<std::string> doubts;  // parts that could not be read, and why

  std::vector<std::unique_ptr<const AbbreviationTable>> tables;
  const elf::Image* image = nullptr;
  std::unique_ptr<const elf::Image> own_image;  // when no one else holds it
  std::vector<elf::SectionBytes> unpacked;
};

// The sections by their names; those of split files end in ".dwo". A missing section is empty.
// Requires: file.image is set.
void read_sections_of(DwarfFile& file, std::string_view suffix);
// Units out of file.sections; split: of a file that holds split units. A unit that cannot be read
// is left out, with a doubt.
void read_units(DwarfFile& file, bool split);

// How many bytes of memory may be spent on one kind of thing that is read out of the file: in
// proportion to the file as it is on disk, and far more than a compiler's output needs. Sections
// may have unpacked to a thousand times of that, and each of their bytes may ask for many.
uint64_t memory_allowed(const DwarfFile& file);

// The unit that holds the entry at offset, or nothing.
const Unit* unit_at(const DwarfFile& file, uint64_t offset);

// Text and address that a value stands for; nothing when the value is missing or of another kind.
// Throws Failure(bad_input) for one that points nowhere.
std::optional<std::string_view> text_of(const DwarfFile& file, const Unit& unit,
                                        const Value& value);
std::optional<uint64_t> address_of(const DwarfFile& file, const Unit& unit, const Value& value);

// The address is of code that the linker left out: it writes one of a few values in its place.
bool is_left_out(uint64_t address, uint8_t address_size);

}  // namespace ltoscope::dwarf

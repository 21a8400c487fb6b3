// Line tables: which line of which file each instruction came from. Versions 2 to 5.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dwarf/dwarf_file.h"
#include "dwarf/range_list.h"

namespace ltoscope::dwarf {

struct LineTable {
  struct File {
    std::string_view name;
    uint64_t folder;
  };
  uint16_t version;
  uint8_t address_size;
  uint8_t instruction_length;
  int8_t line_base;
  uint8_t line_range;
  uint8_t first_special;
  std::vector<uint8_t> operand_counts;  // of operations 1 to first_special - 1
  std::vector<std::string_view> folders;
  std::vector<File> files;
  uint64_t program;  // [program, end) of the section
  uint64_t end;
};

// The header of the table that unit names; nothing when it names none. Throws Failure(bad_input).
std::optional<LineTable> read_line_table(const DwarfFile& file, const Unit& unit);

// A file by the index that rows and calls use; folder is the unit's, which relative names start
// from. Empty when the table has no such file.
std::string path_of(const LineTable& table, uint64_t index, std::string_view folder);

struct LineOfAddress {
  uint64_t file = 0;
  uint64_t line = 0;  // 0: no row covers the address, or the compiler gives it no line
  bool covered = false;
};

// Fills lines[i] for addresses[i]. One pass over the table's rows; the addresses that a row covers
// are those between it and the next. Requires: addresses are sorted. steps: what operations and
// addresses covered may cost together. Throws Failure(bad_input); lines set before that stay.
void find_lines(const DwarfFile& file, const LineTable& table, std::span<const uint64_t> addresses,
                std::span<LineOfAddress> lines, Allowance& steps);

}  // namespace ltoscope::dwarf

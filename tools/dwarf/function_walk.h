// One walk over the entries of a unit, which finds the functions and inlined calls that hold given
// addresses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dwarf/dwarf_file.h"
#include "dwarf/entry.h"
#include "dwarf/range_list.h"

namespace ltoscope::dwarf {

constexpr uint32_t no_frame = ~uint32_t{0};

struct WalkedFrame {
  uint32_t function;  // index into names
  uint32_t outer;     // no_frame for a function of its own
  uint64_t call_file;
  uint64_t call_line;
};

struct FunctionWalk {
  std::vector<uint32_t> innermost;  // frame of each address, or no_frame
  std::vector<WalkedFrame> frames;  // outer frames first
  std::vector<EntryNames> names;    // texts lie in the unit's file and its alternate
  // Set when a part of the unit could not be read; what was found before it is kept.
  std::string trouble;
};

// What walks may spend together: on entries of range lists, and on addresses inside ranges.
struct WalkAllowance {
  Allowance& range_entries;
  Allowance& covered;
};

// Requires: addresses are sorted.
FunctionWalk walk_functions(const DwarfFile& file, const Unit& unit,
                            std::span<const uint64_t> addresses, const WalkAllowance& allowance);

// The ranges of a unit's functions, for a unit that does not give its own. Appends to out.
void append_function_ranges(const DwarfFile& file, const Unit& unit, Allowance& range_entries,
                            std::vector<AddressRange>& out);

}  // namespace ltoscope::dwarf

// The address ranges of a unit, function, or inlined call.
#pragma once

#include <cstdint>
#include <vector>

#include "dwarf/dwarf_file.h"
#include "elf/allowance.h"

namespace ltoscope::dwarf {

struct AddressRange {
  uint64_t begin;
  uint64_t end;  // after begin
};

using elf::Allowance;

// Appends the ranges that the three attributes give, without empty ones and without those of code
// that was left out of the link. entries: what reading lists may cost, one a list entry. Throws
// Failure(bad_input) for a list that points nowhere, and when the allowance is spent.
void append_ranges(const DwarfFile& file, const Unit& unit, const Value& low_pc,
                   const Value& high_pc, const Value& ranges, Allowance& entries,
                   std::vector<AddressRange>& out);

// An allowance for the lists of a file.
int64_t range_entries_allowed(const DwarfFile& file);

}  // namespace ltoscope::dwarf

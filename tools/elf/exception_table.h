// Where an exception that leaves a call continues (the language-specific data of a function,
// .gcc_except_table).
#pragma once

#include <cstdint>
#include <vector>

#include "elf/allowance.h"
#include "elf/image.h"
#include "elf/unwind_table.h"

namespace ltoscope::elf {

// Calls within the extent continue at landing_pad when they throw.
struct ExceptionRange {
  CodeExtent calls;
  uint64_t landing_pad;
};

// Sorted, disjoint, within the entry's code: as unwinders read the table, which take the first
// record that holds the call. Those without a landing pad are left out. records: what reading may
// cost, one a record; throws Failure(bad_input) when it is spent.
std::vector<ExceptionRange> read_exception_table(const Image& image, const UnwindEntry& entry,
                                                 Allowance& records);

}  // namespace ltoscope::elf

// Where an exception that leaves a call continues (the language-specific data of a function,
// .gcc_except_table).
#pragma once

#include <cstdint>
#include <vector>

#include "elf/image.h"
#include "elf/unwind_table.h"

namespace ltoscope::elf {

// Calls within the extent continue at landing_pad when they throw.
struct ExceptionRange {
  CodeExtent calls;
  uint64_t landing_pad;
};

// Requires: entry.exception_table. Ranges without a landing pad are left out.
std::vector<ExceptionRange> read_exception_table(const Image& image, const UnwindEntry& entry);

}  // namespace ltoscope::elf

// Where functions begin and end, as the unwinder knows it (.eh_frame). Survives strip, also of
// section headers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "elf/image.h"

namespace ltoscope::elf {

struct CodeExtent {
  uint64_t begin;
  uint64_t end;  // exclusive
};

struct UnwindEntry {
  CodeExtent code;
  uint64_t exception_table;  // address; see exception_table.h
};

// In no particular order; a function split by the compiler has one entry for each part. Empty when
// the file has no unwind segment, or one without a search table.
struct UnwindTable {
  std::vector<CodeExtent> code;              // of all entries
  std::vector<UnwindEntry> with_exceptions;  // those of them that have an exception table
};

UnwindTable read_unwind_table(const Image& image);

}  // namespace ltoscope::elf

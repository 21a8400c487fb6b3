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
  std::optional<uint64_t> exception_table;  // address; see exception_table.h
};

// In no particular order; a function split by the compiler has one entry for each part. Empty when
// the file has no unwind segment, or one without a search table.
std::vector<UnwindEntry> read_unwind_entries(const Image& image);

}  // namespace ltoscope::elf

// The index of a .dwp file, into which many .dwo files were packed: for each unit, which part of
// each section is its.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "elf/byte_reader.h"

namespace ltoscope::dwarf {

enum class PackedSection { units, abbreviations, string_offsets, range_lists, other };

struct PackedPart {
  PackedSection section;
  uint64_t offset;
  uint64_t size;
};

struct PackageIndex {
  uint64_t columns = 0;
  std::vector<PackedPart> parts;                     // row by row
  std::unordered_map<uint64_t, uint64_t> row_of_id;  // by dwo id
};

// An index of version 2 (GNU) or 5. Throws Failure(bad_input).
PackageIndex read_package_index(const elf::ByteReader& section);

}  // namespace ltoscope::dwarf

// How many bytes a variable has, by its type.
#pragma once

#include <cstdint>
#include <optional>

#include "dwarf/entry.h"

namespace ltoscope::dwarf {

// Of the type that the reference of an attribute DW_AT_type stands for. Nothing when the file does
// not say: a type in a unit of its own, an array whose length is known at run time only, or one
// that is only declared. Throws Failure(bad_input) for entries that cannot be read.
std::optional<uint64_t> type_size(const DwarfFile& file, const Unit& unit, const Value& type);

}  // namespace ltoscope::dwarf

// Statistics of a table's columns, measured once when the table comes to be.
#pragma once

#include <cstdint>

#include "columns/attribute.h"
#include "columns/table.h"
#include "columns/vector.h"

namespace engine::columns {

// The range of `count` values; {0, 0} of none. Requires: integers of at most 64 bits.
Range measured_range(Vector values, int64_t count);

// One attribute for each column, its range as narrow as the values allow. A table without rows has
// the range {0, 0}.
Attributes measured_attributes(const Table& table);

}  // namespace engine::columns

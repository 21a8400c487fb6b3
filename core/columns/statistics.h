// Statistics of a table's columns, measured once when the table comes to be.
#pragma once

#include "columns/attribute.h"
#include "columns/table.h"

namespace engine::columns {

// One attribute for each column, its range as narrow as the values allow. A table without rows has
// the range {0, 0}.
Attributes measured_attributes(const Table& table);

}  // namespace engine::columns

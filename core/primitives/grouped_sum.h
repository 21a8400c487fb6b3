// Sums a column by group, exactly.
#pragma once

#include <cstdint>

#include "columns/decimal.h"
#include "columns/selection.h"

namespace engine::primitives {

// Adds the value of the i-th of the rows to sums[groups[i]].
void add_by_group(const int64_t* values, columns::Rows rows, const int32_t* groups,
                  columns::Int128* sums);

}  // namespace engine::primitives

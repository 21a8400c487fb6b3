// Selects the rows whose value lies below a bound.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

// Write the indexes of the rows with value < bound, or value <= bound, to `selected`, ascending,
// and return their count. Require: room for rows.count indexes; `selected` may be rows.indexes
// itself.
int64_t select_less(const int32_t* values, int32_t bound, columns::Rows rows, int32_t* selected);
int64_t select_less(const int64_t* values, int64_t bound, columns::Rows rows, int32_t* selected);
int64_t select_less_equal(const int32_t* values, int32_t bound, columns::Rows rows,
                          int32_t* selected);
int64_t select_less_equal(const int64_t* values, int64_t bound, columns::Rows rows,
                          int32_t* selected);

}  // namespace engine::primitives

// Selects the rows whose value lies in a closed range. Like every primitive: a loop over one batch,
// compiled once per storage and called, never inlined by its header, from the operator that chose
// it.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

// Writes the indexes of the rows with low <= value <= high to `selected`, ascending, and returns
// their count. Requires: low <= high; room for rows.count indexes. `selected` may be rows.indexes
// itself: that narrows a selection in place.
int64_t select_between(const int32_t* values, int32_t low, int32_t high, columns::Rows rows,
                       int32_t* selected);
int64_t select_between(const int64_t* values, int64_t low, int64_t high, columns::Rows rows,
                       int32_t* selected);

}  // namespace engine::primitives

// Fetches values from anywhere in a column.
#pragma once

#include <cstdint>

#include "columns/selection.h"
#include "columns/type.h"

namespace engine::primitives {

// results[row] = values[sources[row]] for each of the rows; those with a negative source, which
// stands for no value, become 0 or the empty string.
void gather(columns::Storage storage, const void* values, const int32_t* sources,
            columns::Rows rows, void* results);

// results[i] = values[the i-th of the rows]: what is selected, side by side.
void compact(columns::Storage storage, const void* values, columns::Rows rows, void* results);

}  // namespace engine::primitives

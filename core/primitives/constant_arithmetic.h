// Arithmetic between a constant and a decimal column of the same scale.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

// results[row] = constant - values[row], or constant + values[row], for each of the rows; the
// others are not written. Require: the results fit int64.
void subtract_from_constant(int64_t constant, const int64_t* values, columns::Rows rows,
                            int64_t* results);
void add_to_constant(int64_t constant, const int64_t* values, columns::Rows rows, int64_t* results);

}  // namespace engine::primitives

// Multiplies two decimal columns. The scales add up; the caller keeps count of them.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

// products[row] = left[row] * right[row] for each of the rows; the others are not written.
// Requires: the products fit int64.
void multiply(const int64_t* left, const int64_t* right, columns::Rows rows, int64_t* products);

}  // namespace engine::primitives

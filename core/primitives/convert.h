// Widens numbers from one storage to another, and writes a constant to many rows.
#pragma once

#include "columns/selection.h"
#include "columns/type.h"

namespace engine::primitives {

// results[row] = values[row], for each of the rows.
using ConvertKernel = void (*)(const void* values, columns::Rows rows, void* results);

// Requires: both are string, or neither; `to` is as wide as `from` or wider.
ConvertKernel convert_kernel(columns::Storage from, columns::Storage to);

// values[row] = the value at `constant`, for each of the rows.
void fill(columns::Storage storage, const void* constant, columns::Rows rows, void* values);

// results[row] = values[row] / divisors[row] * 10^places, rounded half away from zero, of 128-bit
// numbers. A quotient by zero is 0. Requires: the products fit.
void divide(const columns::Int128* values, const columns::Int128* divisors, columns::Int128 factor,
            columns::Rows rows, columns::Int128* results);

}  // namespace engine::primitives

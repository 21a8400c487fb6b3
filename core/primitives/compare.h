// Selects rows by comparing values with each other or with a constant.
#pragma once

#include <cstdint>

#include "columns/selection.h"
#include "columns/type.h"

namespace engine::primitives {

enum class Comparison : uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

// Writes the rows with left[row] op right[row], or left[row] op *right, to `selected`, ascending,
// and returns their count. Requires: room for rows.count indexes. `selected` may be rows.indexes
// itself.
using CompareKernel = int64_t (*)(const void* left, const void* right, columns::Rows rows,
                                  int32_t* selected);

CompareKernel compare_vectors_kernel(Comparison comparison, columns::Storage storage);
CompareKernel compare_constant_kernel(Comparison comparison, columns::Storage storage);

// Writes the rows with low <= values[row] <= high, as above: half the work of two comparisons.
// Requires: the storage is int32 or int64.
using BetweenKernel = int64_t (*)(const void* values, int64_t low, int64_t high, columns::Rows rows,
                                  int32_t* selected);
BetweenKernel between_kernel(columns::Storage storage);

// Writes the rows whose code is in a set, as above. `in_set` has a byte for each code, 1 or 0.
int64_t select_codes(const uint8_t* codes, const uint8_t* in_set, columns::Rows rows,
                     int32_t* selected);
int64_t select_codes(const int32_t* codes, const uint8_t* in_set, columns::Rows rows,
                     int32_t* selected);

}  // namespace engine::primitives

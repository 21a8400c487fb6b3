// Sums, differences and products of numbers of the same storage. Like every primitive: a loop over
// one batch, compiled once for each storage, chosen from a table when a plan is bound, and called
// through a pointer.
#pragma once

#include <cstdint>

#include "columns/selection.h"
#include "columns/type.h"

namespace engine::primitives {

enum class Arithmetic : uint8_t { add, subtract, multiply };

// Which operands are one number for all rows.
enum class Operands : uint8_t { vectors, vector_and_constant, constant_and_vector };

// results[row] = left[row] op right[row] for each of the rows; a constant is read from the first
// place. The others are not written. Wraps around on overflow, so that a row that does not count
// can be computed as well; the caller sees to it that no other one overflows.
using ArithmeticKernel = void (*)(const void* left, const void* right, columns::Rows rows,
                                  void* results);

// Requires: the storage is int64 or int128.
ArithmeticKernel arithmetic_kernel(Arithmetic operation, Operands operands,
                                   columns::Storage storage);

}  // namespace engine::primitives

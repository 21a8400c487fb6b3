// Where the results of arithmetic lie, from where the operands lie. Nothing: where they could
// exceed 128 bits.
#pragma once

#include <optional>

#include "columns/attribute.h"
#include "primitives/arithmetic.h"

namespace engine::expressions {

// a * b; nothing when it does not fit.
std::optional<columns::Int128> product(columns::Int128 a, columns::Int128 b);

std::optional<columns::Range> range_after(primitives::Arithmetic operation,
                                          const columns::Range& left, const columns::Range& right);

// The least range with both in it.
columns::Range hull(const columns::Range& left, const columns::Range& right);

}  // namespace engine::expressions

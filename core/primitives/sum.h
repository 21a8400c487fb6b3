// Sums a column exactly.
#pragma once

#include <cstdint>

#include "columns/decimal.h"
#include "columns/selection.h"

namespace engine::primitives {

columns::Int128 sum(const int64_t* values, columns::Rows rows);

}  // namespace engine::primitives

// Sets of rows, as ascending lists of indexes.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

// Writes the rows that are not in `removed` to `kept` and returns their count. Requires: `removed`
// is part of `rows`. `kept` may be rows.indexes, but not `removed`.
int64_t rows_without(columns::Rows rows, columns::Rows removed, int32_t* kept);

// Writes the rows of two lists that have none in common to `merged`, ascending, and returns their
// count. Requires: both have indexes; `merged` is neither.
int64_t merged_rows(columns::Rows left, columns::Rows right, int32_t* merged);

}  // namespace engine::primitives

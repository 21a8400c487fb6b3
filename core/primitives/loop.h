// The loop that primitives are made of: over all rows of a batch, which compilers turn into SIMD,
// or over selected ones.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

template <class Action>
void for_each_row(columns::Rows rows, Action action) {
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) action(row);
  } else {
    for (int64_t i = 0; i < rows.count; ++i) action(rows.indexes[i]);
  }
}

// Writes the rows that meet a condition to `selected`, ascending, and returns their count. Without
// a branch on the outcome, which is often as good as random. `selected` may be rows.indexes itself.
template <class Condition>
int64_t select_rows(columns::Rows rows, const Condition& condition, int32_t* selected) {
  int64_t count = 0;
  for_each_row(rows, [&](int64_t row) {
    selected[count] = static_cast<int32_t>(row);
    count += condition(row) ? 1 : 0;
  });
  return count;
}

}  // namespace engine::primitives

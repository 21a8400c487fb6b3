// The loop that primitives are made of: over all rows of a batch, which compilers turn into SIMD,
// or over selected ones.
#pragma once

#include <cstdint>
#include <utility>

#include "columns/selection.h"
#include "columns/vector.h"

namespace engine::primitives {

template <class Action>
void for_each_row(columns::Rows rows, Action action) {
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) action(row);
  } else {
    for (int64_t i = 0; i < rows.count; ++i) action(rows.indexes[i]);
  }
}

// Calls action with the values as what they are. Requires: integers of at most 64 bits.
template <class Action>
auto with_integers(columns::Vector values, const Action& action) {
  switch (values.storage) {
    case columns::Storage::uint8:
      return action(values.values<uint8_t>());
    case columns::Storage::int32:
      return action(values.values<int32_t>());
    case columns::Storage::int64:
      return action(values.values<int64_t>());
    case columns::Storage::int128:
    case columns::Storage::string:
      break;
  }
  std::unreachable();
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

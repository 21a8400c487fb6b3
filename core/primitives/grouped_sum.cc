// Summing into an array indexed by group.
#include "primitives/grouped_sum.h"

namespace engine::primitives {

void add_by_group(const int64_t* values, columns::Rows rows, const int32_t* groups,
                  columns::Int128* sums) {
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) sums[groups[row]] += values[row];
    return;
  }
  for (int64_t i = 0; i < rows.count; ++i) sums[groups[i]] += values[rows.indexes[i]];
}

}  // namespace engine::primitives

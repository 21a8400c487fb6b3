// The sum of a column.
#include "primitives/sum.h"

namespace engine::primitives {

columns::Int128 sum(const int64_t* values, columns::Rows rows) {
  columns::Int128 total = 0;
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) total += values[row];
    return total;
  }
  for (int64_t i = 0; i < rows.count; ++i) total += values[rows.indexes[i]];
  return total;
}

}  // namespace engine::primitives

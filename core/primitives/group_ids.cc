// The two steps of the perfect hash.
#include "primitives/group_ids.h"

namespace engine::primitives {

void start_groups(const uint8_t* codes, columns::Rows rows, int32_t* groups) {
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) groups[row] = codes[row];
    return;
  }
  for (int64_t i = 0; i < rows.count; ++i) groups[i] = codes[rows.indexes[i]];
}

void refine_groups(const uint8_t* codes, int32_t word_count, columns::Rows rows, int32_t* groups) {
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) {
      groups[row] = groups[row] * word_count + codes[row];
    }
    return;
  }
  for (int64_t i = 0; i < rows.count; ++i) {
    groups[i] = groups[i] * word_count + codes[rows.indexes[i]];
  }
}

}  // namespace engine::primitives

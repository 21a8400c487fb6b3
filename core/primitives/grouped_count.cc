// Counting into an array indexed by group.
#include "primitives/grouped_count.h"

namespace engine::primitives {

void count_by_group(const int32_t* groups, int64_t count, int64_t* counts) {
  for (int64_t i = 0; i < count; ++i) ++counts[groups[i]];
}

}  // namespace engine::primitives

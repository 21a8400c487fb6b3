// Counts the rows of each group.
#pragma once

#include <cstdint>

namespace engine::primitives {

// Adds 1 to counts[groups[i]] for each i below `count`.
void count_by_group(const int32_t* groups, int64_t count, int64_t* counts);

}  // namespace engine::primitives

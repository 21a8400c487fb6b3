// Group numbers from dictionary codes: a perfect hash. With keys of m and n words, the group of
// codes (a, b) is a * n + b, so that groups ascend as their keys do.
#pragma once

#include <cstdint>

#include "columns/selection.h"

namespace engine::primitives {

// groups[i] = the code of the i-th of the rows: the group numbers of the first key.
void start_groups(const uint8_t* codes, columns::Rows rows, int32_t* groups);

// groups[i] = groups[i] * word_count + the code of the i-th of the rows: refines them by a further
// key.
void refine_groups(const uint8_t* codes, int32_t word_count, columns::Rows rows, int32_t* groups);

}  // namespace engine::primitives

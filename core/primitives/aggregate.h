// Adds values up, by group or all into one; finds least and greatest. Accumulators have 64 bits
// where the caller knows that they suffice, else 128.
#pragma once

#include <cstdint>

#include "columns/selection.h"
#include "columns/type.h"

namespace engine::primitives {

enum class Fold : uint8_t { sum, minimum, maximum };

// For the i-th of the rows: accumulators[groups[i]] becomes itself folded with values[row].
using GroupedFoldKernel = void (*)(const void* values, columns::Rows rows, const int32_t* groups,
                                   void* accumulators);
// As above, with one accumulator for all rows.
using FoldKernel = void (*)(const void* values, columns::Rows rows, void* accumulator);

// Requires: the values' storage is not string; accumulators are int64, or int128 for any values.
GroupedFoldKernel grouped_fold_kernel(Fold fold, columns::Storage values,
                                      columns::Storage accumulators);
FoldKernel fold_kernel(Fold fold, columns::Storage values, columns::Storage accumulators);

// Adds 1 to counts[groups[i]] for each i below `count`.
void count_by_group(const int32_t* groups, int64_t count, int64_t* counts);

// Sums and counts of few groups have several accumulators for each, one after the other of which
// takes the next row: rows of one group would wait for each other otherwise. They lie lane by lane:
// accumulators[lane * group_count + group].
inline constexpr int64_t lanes = 4;

using LanedSumKernel = void (*)(const void* values, columns::Rows rows, const int32_t* groups,
                                int64_t group_count, int64_t* accumulators);
// Requires: the values are integers of at most 64 bits.
LanedSumKernel laned_sum_kernel(columns::Storage values);
void count_in_lanes(const int32_t* groups, int64_t count, int64_t group_count, int64_t* counts);

}  // namespace engine::primitives

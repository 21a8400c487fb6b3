// What one worker knows of the groups it has seen: row counts and sums. Those of several workers
// add up.
#pragma once

#include <cstdint>
#include <vector>

#include "columns/decimal.h"

namespace engine::operators {

struct PartialAggregates {
  // All zero.
  PartialAggregates(int64_t group_count, int64_t summed_columns);

  // Requires: both are of the same shape.
  void add(const PartialAggregates& other);

  std::vector<int64_t> row_counts;                 // by group
  std::vector<std::vector<columns::Int128>> sums;  // by summed column, then by group
};

}  // namespace engine::operators

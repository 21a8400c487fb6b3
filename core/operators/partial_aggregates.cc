// Adding up partial aggregates.
#include "operators/partial_aggregates.h"

#include <cassert>

namespace engine::operators {

PartialAggregates::PartialAggregates(int64_t group_count, int64_t summed_columns)
    : row_counts(group_count), sums(summed_columns, std::vector<columns::Int128>(group_count)) {}

void PartialAggregates::add(const PartialAggregates& other) {
  assert(row_counts.size() == other.row_counts.size() && sums.size() == other.sums.size());
  for (std::size_t group = 0; group < row_counts.size(); ++group) {
    row_counts[group] += other.row_counts[group];
    for (std::size_t column = 0; column < sums.size(); ++column) {
      sums[column][group] += other.sums[column][group];
    }
  }
}

}  // namespace engine::operators

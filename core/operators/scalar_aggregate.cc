// Aggregation without keys: a single group.
#include "operators/scalar_aggregate.h"

#include <utility>

#include "primitives/sum.h"

namespace engine::operators {

ScalarAggregate::ScalarAggregate(std::unique_ptr<Operator> input, std::vector<Sum> sums)
    : Aggregation(std::move(input)), sums_(std::move(sums)) {
  seen_ = PartialAggregates(1, std::ssize(sums_));
  for (const Sum& sum : sums_) {
    positions_.push_back(columns::position_of(input_->schema(), sum.column));
  }
}

void ScalarAggregate::consume(const columns::Batch& batch) {
  columns::Rows rows = batch.rows();
  seen_.row_counts[0] += rows.count;
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    seen_.sums[i][0] += primitives::sum(batch.columns[positions_[i]].values<int64_t>(), rows);
  }
}

columns::Table ScalarAggregate::result() const {
  columns::Schema schema;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    int scale = input_->schema()[positions_[i]].type.scale;
    schema.push_back({sums_[i].name, columns::decimal(columns::Storage::int128, scale)});
  }
  columns::Table table(std::move(schema), 1);
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    table.columns[i].writable_values<columns::Int128>()[0] = seen_.sums[i][0];
  }
  return table;
}

}  // namespace engine::operators

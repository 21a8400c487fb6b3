// Narrowing selections.
#include "operators/filter.h"

#include <utility>

namespace engine::operators {

Filter::Filter(std::unique_ptr<Operator> input,
               std::shared_ptr<const expressions::Predicate> condition)
    : input_(std::move(input)), condition_(std::move(condition)) {}

void keep_rows_that_meet(const expressions::Predicate& condition, columns::Batch& batch) {
  columns::Rows rows = batch.rows();
  if (!batch.selection) batch.selection.emplace(rows.count);
  batch.selection->count = condition.select(batch, rows, batch.selection->indexes.get());
}

std::optional<columns::Batch> Filter::produce() {
  while (std::optional<columns::Batch> batch = input_->next()) {
    keep_rows_that_meet(*condition_, *batch);
    if (batch->selection->count > 0) return batch;
  }
  return std::nullopt;
}

}  // namespace engine::operators

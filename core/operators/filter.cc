// Choosing and running the comparison of each condition.
#include "operators/filter.h"

#include <cassert>
#include <utility>

#include "primitives/select_between.h"
#include "primitives/select_less.h"

namespace engine::operators {
namespace {

template <class Value>
int64_t select(const Condition& condition, const Value* values, columns::Rows rows,
               int32_t* selected) {
  Value low = static_cast<Value>(condition.low);
  Value bound = static_cast<Value>(condition.bound);
  assert(low == condition.low && bound == condition.bound);
  switch (condition.kind) {
    case Condition::Kind::between:
      return primitives::select_between(values, low, bound, rows, selected);
    case Condition::Kind::less:
      return primitives::select_less(values, bound, rows, selected);
    case Condition::Kind::less_equal:
      return primitives::select_less_equal(values, bound, rows, selected);
  }
  std::unreachable();
}

int64_t select(const Condition& condition, const columns::Column& column, columns::Rows rows,
               int32_t* selected) {
  if (column.type().storage == columns::Storage::int32) {
    return select(condition, column.values<int32_t>(), rows, selected);
  }
  return select(condition, column.values<int64_t>(), rows, selected);
}

}  // namespace

Condition between(std::string column, int64_t low, int64_t high) {
  return {Condition::Kind::between, std::move(column), low, high};
}

Condition less(std::string column, int64_t bound) {
  return {Condition::Kind::less, std::move(column), 0, bound};
}

Condition less_equal(std::string column, int64_t bound) {
  return {Condition::Kind::less_equal, std::move(column), 0, bound};
}

Filter::Filter(std::unique_ptr<Operator> input, std::vector<Condition> conditions)
    : Operator(input->schema()), input_(std::move(input)), conditions_(std::move(conditions)) {
  assert(!conditions_.empty());
  for (const Condition& condition : conditions_) {
    positions_.push_back(columns::position_of(schema(), condition.column));
  }
}

std::optional<columns::Batch> Filter::next() {
  while (std::optional<columns::Batch> batch = input_->next()) {
    columns::Rows rows = batch->rows();
    columns::SelectionVector passed(rows.count);
    for (std::size_t i = 0; i < conditions_.size(); ++i) {
      const columns::Column& column = batch->columns[positions_[i]];
      passed.count = select(conditions_[i], column, rows, passed.indexes.get());
      rows = {passed.indexes.get(), passed.count};
    }
    if (passed.count == 0) continue;
    batch->selection = std::move(passed);
    return batch;
  }
  return std::nullopt;
}

}  // namespace engine::operators

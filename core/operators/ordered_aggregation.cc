// Giving complete groups on.
#include "operators/ordered_aggregation.h"

#include <numeric>
#include <utility>
#include <vector>

namespace engine::operators {

OrderedAggregation::Begun::Begun(const AggregationPlan& plan)
    : groups(plan.grouping, plan.key_attributes), accumulators(plan.accumulations, std::nullopt) {}

OrderedAggregation::OrderedAggregation(std::unique_ptr<Operator> input,
                                       std::shared_ptr<const AggregationPlan> plan,
                                       int64_t batch_size)
    : input_(std::move(input)), plan_(std::move(plan)), batch_size_(batch_size), begun_(*plan_) {}

std::optional<columns::Batch> OrderedAggregation::produce() {
  while (true) {
    std::optional<columns::Batch> batch =
        ahead_ ? std::exchange(ahead_, std::nullopt) : input_->next();
    int64_t count = begun_.groups.capacity();
    if (!batch && count == 0) return std::nullopt;
    if (count > 0 && (!batch || batch->morsel != morsel_)) {
      ahead_ = std::move(batch);
      columns::Batch result = given(count);
      begun_ = Begun(*plan_);
      return result;
    }
    take_in(*batch);
    count = begun_.groups.capacity() - 1;
    if (count >= batch_size_) {
      columns::Batch result = given(count);
      keep_last();
      return result;
    }
  }
}

void OrderedAggregation::take_in(columns::Batch& batch) {
  columns::Rows rows = batch.rows();
  morsel_ = batch.morsel;
  int32_t* groups = batch.add_values<int32_t>();
  begun_.groups.assign({plan_->keys.front()->evaluate(batch, rows)}, batch, rows, groups);
  begun_.accumulators.grow(begun_.groups.capacity());
  begun_.accumulators.add(batch, rows, groups);
}

// The first `count` groups as a batch.
columns::Batch OrderedAggregation::given(int64_t count) const {
  std::vector<int32_t> groups(count);
  std::iota(groups.begin(), groups.end(), 0);
  columns::Batch batch = {.row_count = count, .morsel = morsel_};
  auto add = [&](columns::Storage storage) {
    std::byte* values = batch.add_bytes(columns::bytes_per_value(storage));
    batch.columns.push_back({storage, values});
    return values;
  };
  begun_.groups.write_keys(groups, 0, add(plan_->key_attributes.front().type.storage));
  for (const AggregateOutput& output : plan_->outputs) {
    write_output(output, begun_.accumulators, groups, add(output.attribute.type.storage));
  }
  return batch;
}

void OrderedAggregation::keep_last() {
  int32_t last = static_cast<int32_t>(begun_.groups.capacity()) - 1;
  Begun rest(*plan_);
  rest.groups.begin_with(begun_.groups, last);
  rest.accumulators.grow(1);
  int32_t first = 0;
  rest.accumulators.merge(begun_.accumulators, {last}, &first);
  begun_ = std::move(rest);
}

}  // namespace engine::operators

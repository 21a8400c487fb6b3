// Grouping batches, merging workers, and writing the result.
#include "operators/aggregation.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "columns/string_heap.h"

namespace engine::operators {
namespace {

using columns::Int128;
using columns::Storage;

template <class Value>
void write_values(const AggregateOutput& output, const Accumulators& accumulators,
                  const std::vector<int32_t>& groups, Value* values) {
  for (int32_t group : groups) {
    Int128 value = accumulators.value(output.accumulation, group);
    bool is_empty =
        output.count != AggregateOutput::no_count && accumulators.value(output.count, group) == 0;
    if (is_empty) {
      value = 0;
    } else if (output.function == plan::AggregateFunction::average) {
      auto count = static_cast<int64_t>(accumulators.value(output.count, group));
      value = columns::average_to_cents(value, count, output.scale);
    }
    *values++ = static_cast<Value>(value);
  }
}

}  // namespace

void write_output(const AggregateOutput& output, const Accumulators& accumulators,
                  const std::vector<int32_t>& groups, std::byte* values) {
  bool is_as_accumulated = output.function != plan::AggregateFunction::average &&
                           output.count == AggregateOutput::no_count;
  if (is_as_accumulated) {
    return accumulators.write(output.accumulation, groups, output.attribute.type.storage, values);
  }
  switch (output.attribute.type.storage) {
    case Storage::uint8:
      return write_values(output, accumulators, groups, reinterpret_cast<uint8_t*>(values));
    case Storage::int32:
      return write_values(output, accumulators, groups, reinterpret_cast<int32_t*>(values));
    case Storage::int64:
      return write_values(output, accumulators, groups, reinterpret_cast<int64_t*>(values));
    case Storage::int128:
      return write_values(output, accumulators, groups, reinterpret_cast<Int128*>(values));
    case Storage::string:
      break;
  }
  std::unreachable();
}

Aggregation::Aggregation(std::shared_ptr<const AggregationPlan> plan)
    : plan_(std::move(plan)),
      groups_(plan_->grouping, plan_->key_attributes),
      accumulators_(plan_->accumulations, groups_.most_groups()) {
  accumulators_.grow(groups_.capacity());
}

void Aggregation::consume(columns::Batch& batch) {
  columns::Rows rows = batch.rows();
  if (plan_->grouping == Grouping::one) return accumulators_.add_to_one(batch, rows);
  std::vector<columns::Vector> keys;
  for (const auto& key : plan_->keys) keys.push_back(key->evaluate(batch, rows));
  int32_t* groups = batch.add_values<int32_t>();
  groups_.assign(keys, batch, rows, groups);
  accumulators_.grow(groups_.capacity());
  accumulators_.add(batch, rows, groups);
}

void Aggregation::merge(const Aggregation& other) {
  std::vector<int32_t> theirs = other.groups_.occupied();
  if (theirs.empty()) return;
  // Their groups as rows of a batch of keys, which find or make ours.
  columns::Batch batch = {.row_count = std::ssize(theirs)};
  std::vector<columns::Vector> keys;
  for (std::size_t key = 0; key < plan_->keys.size(); ++key) {
    Storage storage = plan_->key_attributes[key].type.storage;
    std::byte* values = batch.add_bytes(columns::bytes_per_value(storage));
    other.groups_.write_keys(theirs, key, values);
    keys.push_back({storage, values});
  }
  std::vector<int32_t> ours(theirs.size());
  groups_.assign(keys, batch, batch.rows(), ours.data());
  accumulators_.grow(groups_.capacity());
  accumulators_.merge(other.accumulators_, theirs, ours.data());
}

Relation Aggregation::result(const std::vector<std::unique_ptr<Sink>>& aggregations) {
  auto& first = static_cast<Aggregation&>(*aggregations.front());
  for (std::size_t i = 1; i < aggregations.size(); ++i) {
    if (aggregations[i]) first.merge(static_cast<const Aggregation&>(*aggregations[i]));
  }
  return first.groups_and_outputs();
}

Relation Aggregation::groups_and_outputs() const {
  std::vector<int32_t> groups = groups_.occupied();
  columns::Attributes attributes = plan_->key_attributes;
  for (const AggregateOutput& output : plan_->outputs) attributes.push_back(output.attribute);
  RelationBuffers buffers(attributes, std::ssize(groups));
  auto heap = std::make_shared<columns::StringHeap>();
  std::size_t key_count = plan_->keys.size();
  for (std::size_t i = 0; i < key_count; ++i) {
    groups_.write_keys(groups, i, buffers.values(i));
    if (attributes[i].type.storage != Storage::string) continue;
    // The texts are this aggregation's, which goes.
    auto* texts = reinterpret_cast<columns::StringValue*>(buffers.values(i));
    for (int64_t row = 0; row < std::ssize(groups); ++row)
      texts[row] = heap->add(texts[row].view());
  }
  for (std::size_t i = 0; i < plan_->outputs.size(); ++i) {
    write_output(plan_->outputs[i], accumulators_, groups, buffers.values(key_count + i));
  }
  return RelationBuffers::finish(std::move(attributes), std::ssize(groups), std::move(buffers),
                                 {std::move(heap)});
}

}  // namespace engine::operators

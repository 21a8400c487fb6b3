// Finding the group of each row among the kept ones.
#include "operators/group_join.h"

#include <numeric>
#include <utility>

namespace engine::operators {

GroupJoin::GroupJoin(std::shared_ptr<const GroupJoinPlan> plan)
    : plan_(std::move(plan)), accumulators_(plan_->accumulations, plan_->table->key_count()) {
  accumulators_.grow(plan_->table->key_count());
}

void GroupJoin::consume(columns::Batch& batch) {
  int32_t* ids = batch.add_values<int32_t>();
  columns::Rows found = plan_->table->find(plan_->probe_keys, plan_->keys_within, batch, ids);
  if (found.count == 0) return;
  int32_t* groups = batch.add_values<int32_t>();
  for (int64_t i = 0; i < found.count; ++i) groups[i] = ids[found.indexes[i]];
  accumulators_.add(batch, found, groups);
}

void GroupJoin::merge(const GroupJoin& other) {
  std::vector<int32_t> groups(accumulators_.group_count());
  std::iota(groups.begin(), groups.end(), 0);
  accumulators_.merge(other.accumulators_, groups, groups.data());
}

Relation GroupJoin::result(const std::vector<std::unique_ptr<Sink>>& sinks) {
  auto& first = static_cast<GroupJoin&>(*sinks.front());
  for (std::size_t i = 1; i < sinks.size(); ++i) {
    if (sinks[i]) first.merge(static_cast<const GroupJoin&>(*sinks[i]));
  }
  return first.rows_and_outputs();
}

Relation GroupJoin::rows_and_outputs() const {
  Relation result = plan_->table->build();
  std::vector<int32_t> groups = plan_->table->ids_of_rows();
  columns::Attributes added;
  for (const AggregateOutput& output : plan_->outputs) added.push_back(output.attribute);
  RelationBuffers buffers(added, result.row_count);
  for (std::size_t i = 0; i < plan_->outputs.size(); ++i) {
    write_output(plan_->outputs[i], accumulators_, groups, buffers.values(i));
  }
  Relation outputs = RelationBuffers::finish(std::move(added), result.row_count, std::move(buffers),
                                             {result.owner});
  for (std::size_t i = 0; i < outputs.columns.size(); ++i) {
    result.attributes.push_back(outputs.attributes[i]);
    result.columns.push_back(outputs.columns[i]);
  }
  result.owner = outputs.owner;
  return result;
}

}  // namespace engine::operators

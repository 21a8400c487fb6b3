// Nodes that aggregate.
#include <optional>
#include <utility>

#include "execution/aggregation_planning.h"
#include "execution/join_keys.h"
#include "execution/plan_opener.h"
#include "operators/group_join.h"
#include "operators/ordered_aggregation.h"

namespace engine::execution {
namespace {

using operators::Relation;
using plan::Node;

// The source column by which groups can be told apart one after the other: the only key, when it
// is an ascending column of the source.
std::optional<int64_t> ordered_key(const plan::Aggregate& aggregate, const Pipeline& pipeline) {
  if (aggregate.keys.size() != 1) return std::nullopt;
  std::optional<int64_t> position =
      columns::find_position(pipeline.attributes, aggregate.keys.front());
  if (!position || !pipeline.origins[*position]) return std::nullopt;
  const columns::Attribute& key = pipeline.attributes[*position];
  bool can_be_compared =
      key.type.storage == columns::Storage::int32 || key.type.storage == columns::Storage::int64;
  if (key.order == columns::Order::unknown || !can_be_compared) return std::nullopt;
  return pipeline.origins[*position];
}

}  // namespace

Pipeline PlanOpener::open(const Node& node, const plan::Aggregate& aggregate, const Names&) {
  Names read = columns_of(aggregate.calls);
  read.insert(aggregate.keys.begin(), aggregate.keys.end());
  Pipeline pipeline = open(node.inputs[0], read);
  std::optional<int64_t> ordered_by = ordered_key(aggregate, pipeline);
  AggregationInput input = {.attributes = pipeline.attributes,
                            .most_rows = pipeline.most_rows,
                            .may_be_empty = aggregate.keys.empty()};
  auto planned = std::make_shared<operators::AggregationPlan>(
      planned_aggregation(aggregate, input, ordered_by.has_value()));
  if (ordered_by) {
    pipeline.whole_groups = ordered_by;
    pipeline.attributes.clear();
    pipeline.origins.clear();
    for (const columns::Attribute& key : planned->key_attributes) add_computed(pipeline, key);
    for (const operators::AggregateOutput& output : planned->outputs) {
      add_computed(pipeline, output.attribute);
    }
    pipeline.steps.push_back(
        {&node, [planned, batch_size = execution_.batch_size](auto input_of_worker) {
           return std::make_unique<operators::OrderedAggregation>(std::move(input_of_worker),
                                                                  planned, batch_size);
         }});
    return pipeline;
  }
  std::vector<std::unique_ptr<operators::Sink>> sinks =
      run_to(pipeline, node, [&] { return std::make_unique<operators::Aggregation>(planned); });
  NodeCost cost(node, metrics_);
  Relation result = operators::Aggregation::result(sinks);
  return Pipeline(std::make_shared<Relation>(std::move(result)), node);
}

Pipeline PlanOpener::open(const Node& node, const plan::GroupJoin& group_join,
                          const Names& needed) {
  Names kept = common(needed, plan::output_names(node.inputs[0]));
  Names read = columns_of(group_join.calls);
  for (const plan::KeyPair& key : group_join.keys) {
    kept.insert(key.build);
    read.insert(key.probe);
  }
  std::shared_ptr<const Relation> build = rows_of(node.inputs[0], kept);
  Pipeline pipeline = open(node.inputs[1], read);
  JoinKeys keys(group_join.keys, pipeline.attributes, build->attributes);
  auto planned = std::make_shared<operators::GroupJoinPlan>();
  planned->table = join_table(node, build, keys.build, operators::JoinTable::Use::keys);
  planned->keys_within = keys_within(keys.probe, *planned->table);
  planned->probe_keys = std::move(keys.probe);
  Calls calls(
      group_join.calls,
      {.attributes = pipeline.attributes, .most_rows = pipeline.most_rows, .may_be_empty = true});
  planned->accumulations = std::move(calls.accumulations);
  planned->outputs = std::move(calls.outputs);
  std::vector<std::unique_ptr<operators::Sink>> sinks =
      run_to(pipeline, node, [&] { return std::make_unique<operators::GroupJoin>(planned); });
  NodeCost cost(node, metrics_);
  Relation result = operators::GroupJoin::result(sinks);
  return Pipeline(std::make_shared<Relation>(std::move(result)), node);
}

}  // namespace engine::execution

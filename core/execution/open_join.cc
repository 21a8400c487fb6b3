// Joins.
#include <algorithm>
#include <optional>
#include <utility>

#include "execution/join_keys.h"
#include "execution/plan_opener.h"
#include "expressions/bind.h"
#include "operators/hash_join.h"
#include "plan/plan_error.h"

namespace engine::execution {
namespace {

using operators::Relation;
using plan::JoinKind;
using plan::Node;
using plan::PlanError;

// For joins that mark build rows, and give none.
class NoRows : public operators::Sink {
 public:
  void consume(columns::Batch&) override {}
};

// Which columns a join reads of its sides.
struct SideColumns {
  SideColumns(const Node& node, const plan::Join& join, const Names& needed) {
    std::vector<std::string> of_build = plan::output_names(node.inputs[1]);
    std::vector<std::string> of_probe = plan::output_names(node.inputs[0]);
    Names of_condition;
    if (join.condition) add_columns_of(*join.condition, of_condition);
    Names of_both = common(common(of_condition, of_build), of_probe);
    if (!of_both.empty()) {
      throw PlanError("the condition reads \"" + *of_both.begin() + "\", a column of both inputs");
    }
    appended = common(of_condition, of_build);
    if (plan::gives_build_columns(join.kind)) appended.merge(common(needed, of_build));
    build = appended;
    if (plan::keeps_build_rows(join.kind)) build.merge(common(needed, of_build));
    probe = common(of_condition, of_probe);
    if (!plan::keeps_build_rows(join.kind)) probe.merge(common(needed, of_probe));
    for (const plan::KeyPair& key : join.keys) {
      build.insert(key.build);
      probe.insert(key.probe);
    }
  }

  Names appended;  // of the build side, to the probe rows: for the condition and what is above
  Names build;
  Names probe;
};

}  // namespace

std::shared_ptr<const operators::JoinTable> PlanOpener::join_table(
    const Node& node, std::shared_ptr<const Relation> build, const operators::Expressions& keys,
    operators::JoinTable::Use use) {
  NodeCost cost(node, metrics_);
  return std::make_shared<operators::JoinTable>(std::move(build), keys, use);
}

Pipeline PlanOpener::open(const Node& node, const plan::Join& join, const Names& needed) {
  bool gives_build = plan::gives_build_columns(join.kind);
  bool keeps_build = plan::keeps_build_rows(join.kind);
  SideColumns names(node, join, needed);
  std::shared_ptr<const Relation> build = rows_of(node.inputs[1], names.build);
  Pipeline pipeline = open(node.inputs[0], names.probe);

  auto planned = std::make_shared<operators::JoinPlan>();
  planned->kind = join.kind;
  JoinKeys keys(join.keys, pipeline.attributes, build->attributes);
  bool needs_rows = gives_build || keeps_build || join.condition;
  planned->table =
      join_table(node, build, keys.build,
                 needs_rows ? operators::JoinTable::Use::rows : operators::JoinTable::Use::keys);
  planned->keys_within = keys_within(keys.probe, *planned->table);
  planned->probe_keys = std::move(keys.probe);

  std::size_t probe_columns = pipeline.attributes.size();
  for (const std::string& name : names.appended) {
    int64_t position = *columns::find_position(build->attributes, name);
    planned->build_columns.push_back(position);
    columns::Attribute attribute = build->attributes[position];
    attribute.order = columns::Order::unknown;
    if (join.kind == JoinKind::left && attribute.type.storage != columns::Storage::string) {
      attribute.range = {std::min<columns::Int128>(attribute.range.low, 0),
                         std::max<columns::Int128>(attribute.range.high, 0)};
    }
    add_computed(pipeline, attribute);
  }
  if (join.condition) {
    planned->condition = expressions::bind_condition(*join.condition, pipeline.attributes);
  }
  if (!gives_build) {
    pipeline.attributes.resize(probe_columns);
    pipeline.origins.resize(probe_columns);
  }
  if (join.kind == JoinKind::left || join.kind == JoinKind::mark) {
    add_computed(
        pipeline,
        {.name = join.mark, .type = columns::integer(columns::Storage::uint8), .range = {0, 1}});
  }
  if (keeps_build) {
    planned->matched = std::make_shared<operators::MatchedRows>(build->row_count);
  }
  if (gives_build && !planned->table->is_unique()) {
    pipeline.most_rows = std::nullopt;
    // Rows may come more than once, one after the other.
    for (columns::Attribute& each : pipeline.attributes) {
      if (each.order == columns::Order::strictly_ascending) {
        each.order = columns::Order::ascending;
      }
    }
  }
  if (build->owner) pipeline.owners.push_back(build->owner);
  pipeline.steps.push_back({&node, [planned, batch_size = execution_.batch_size](auto input) {
                              return std::make_unique<operators::HashJoin>(std::move(input),
                                                                           planned, batch_size);
                            }});
  if (!keeps_build) return pipeline;
  run_to(pipeline, node, [] { return std::make_unique<NoRows>(); });
  NodeCost cost(node, metrics_);
  std::vector<int32_t> rows = planned->matched->rows(join.kind == JoinKind::build_semi);
  return Pipeline(std::make_shared<Relation>(operators::rows_of(*build, rows)), node);
}

}  // namespace engine::execution

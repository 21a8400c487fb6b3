// The nodes that rows flow through, and sorting.
#include "execution/plan_opener.h"

#include <cassert>
#include <optional>
#include <utility>

#include "expressions/bind.h"
#include "operators/collector.h"
#include "operators/filter.h"
#include "operators/project.h"
#include "operators/scalar.h"
#include "operators/sort.h"
#include "plan/plan_error.h"

namespace engine::execution {
namespace {

using operators::Relation;
using plan::Node;
using plan::PlanError;

// Requires: no steps yet.
void keep_columns(Pipeline& pipeline, const Names& names) {
  assert(pipeline.steps.empty());
  std::vector<int64_t> positions;
  columns::Attributes attributes;
  for (int64_t position : pipeline.positions) {
    const columns::Attribute& attribute = pipeline.source->attributes[position];
    if (!names.contains(attribute.name)) continue;
    positions.push_back(position);
    attributes.push_back(attribute);
  }
  pipeline.origins.assign(positions.begin(), positions.end());
  pipeline.positions = std::move(positions);
  pipeline.attributes = std::move(attributes);
}

// Of a pipeline's source, when it is a table.
int64_t read_bytes(const Pipeline& pipeline) {
  const Node* node = pipeline.source_node;
  if (node == nullptr || !std::holds_alternative<plan::Scan>(node->step)) return 0;
  int64_t bytes_per_row = 0;
  for (int64_t position : pipeline.positions) {
    bytes_per_row += columns::bytes_per_value(pipeline.source->attributes[position].type.storage);
  }
  return pipeline.source->row_count * bytes_per_row;
}

// The columns of a pipeline that are needed, and where they are in what it gives.
struct Kept {
  Kept(const Pipeline& pipeline, const Names& needed) {
    for (std::size_t i = 0; i < pipeline.attributes.size(); ++i) {
      if (!needed.contains(pipeline.attributes[i].name)) continue;
      positions.push_back(static_cast<int64_t>(i));
      attributes.push_back(pipeline.attributes[i]);
    }
  }

  std::vector<int64_t> positions;
  columns::Attributes attributes;
};

// The needed columns of the source itself. Requires: the pipeline has no steps.
std::shared_ptr<const Relation> columns_of_source(const Pipeline& pipeline, const Names& needed) {
  Kept kept(pipeline, needed);
  Relation result = {.attributes = kept.attributes,
                     .row_count = pipeline.source->row_count,
                     .owner = pipeline.source->owner};
  for (int64_t position : kept.positions) {
    result.columns.push_back(pipeline.source->columns[pipeline.positions[position]]);
  }
  return std::make_shared<Relation>(std::move(result));
}

}  // namespace

void add_columns_of(const plan::Expression& expression, Names& names) {
  for (std::string& name : plan::columns_of(expression)) names.insert(std::move(name));
}

Names columns_of(const std::vector<plan::AggregateCall>& calls) {
  Names names;
  for (const plan::AggregateCall& call : calls) {
    if (call.argument) add_columns_of(*call.argument, names);
  }
  return names;
}

Names common(const Names& names, const std::vector<std::string>& others) {
  Names result;
  for (const std::string& name : others) {
    if (names.contains(name)) result.insert(name);
  }
  return result;
}

void add_computed(Pipeline& pipeline, const columns::Attribute& attribute) {
  pipeline.attributes.push_back(attribute);
  pipeline.origins.push_back(std::nullopt);
}

std::shared_ptr<const Relation> PlanOpener::rows_of(const Node& node, const Names& needed) {
  return rows_of(node, open(node, needed), needed);
}

std::shared_ptr<const Relation> PlanOpener::rows_of(const Node& node, const Pipeline& pipeline,
                                                    const Names& needed) {
  if (pipeline.steps.empty()) {
    if (pipeline.source_node != nullptr) {
      metrics_.add(node, {.rows = pipeline.source->row_count, .read_bytes = read_bytes(pipeline)});
    }
    return columns_of_source(pipeline, needed);
  }
  Kept kept(pipeline, needed);
  std::vector<std::unique_ptr<operators::Sink>> collectors = run_to(pipeline, node, [&] {
    return std::make_unique<operators::Collector>(kept.attributes, kept.positions);
  });
  NodeCost cost(node, metrics_);
  return std::make_shared<Relation>(
      operators::Collector::finish(kept.attributes, collectors, pipeline.owners));
}

std::shared_ptr<const Relation> PlanOpener::kept_rows_of(const Node& first) {
  if (!kept_.contains(&first)) {
    std::vector<std::string> all = plan::output_names(first);
    Names names(all.begin(), all.end());
    KeptRows kept = {.rows = rows_of(first, open_alone(first, names), names),
                     .uses_left = subplans_.count_of(first)};
    kept_.emplace(&first, std::move(kept));
  }
  KeptRows& kept = kept_.at(&first);
  std::shared_ptr<const Relation> rows = kept.rows;
  if (--kept.uses_left == 0) kept_.erase(&first);
  return rows;
}

Pipeline PlanOpener::open_kept(const Node& node, const Node& first, const Names& needed) {
  Pipeline pipeline(kept_rows_of(first), node);
  if (&node == &first) pipeline.source_node = nullptr;
  keep_columns(pipeline, needed);
  return pipeline;
}

Pipeline PlanOpener::open(const Node& node, const Names& needed) {
  const Node* first = subplans_.first_of(node);
  return first == nullptr ? open_alone(node, needed) : open_kept(node, *first, needed);
}

Pipeline PlanOpener::open_alone(const Node& node, const Names& needed) {
  try {
    return std::visit([&](const auto& step) { return open(node, step, needed); }, node.step);
  } catch (const PlanError& error) {
    if (error.is_placed()) throw;
    throw PlanError::at(plan::name_of(node), error);
  }
}

std::vector<std::unique_ptr<operators::Sink>> PlanOpener::run_to(const Pipeline& pipeline,
                                                                 const Node& node,
                                                                 const MakeSink& make_sink) {
  if (pipeline.source_node != nullptr) {
    metrics_.add(*pipeline.source_node, {.read_bytes = read_bytes(pipeline)});
  }
  return run(pipeline, execution_, make_sink, node, metrics_);
}

Pipeline PlanOpener::open(const Node& node, const plan::Scan& scan, const Names& needed) {
  auto found = catalog_.find(scan.table);
  if (found == catalog_.end()) throw PlanError("there is no table \"" + scan.table + '"');
  const StoredTable& stored = found->second;
  for (const std::string& name : scan.columns) {
    if (columns::find_position(stored.attributes, name)) continue;
    throw PlanError("table \"" + scan.table + "\" has no column \"" + name + '"');
  }
  auto relation =
      std::make_shared<Relation>(operators::relation_of(stored.table, stored.attributes));
  Pipeline pipeline(relation, node);
  keep_columns(pipeline, common(needed, scan.columns));
  return pipeline;
}

Pipeline PlanOpener::open(const Node& node, const plan::Filter& filter, const Names& needed) {
  Names read = needed;
  add_columns_of(filter.condition, read);
  Pipeline pipeline = open(node.inputs[0], read);
  std::shared_ptr<const expressions::Predicate> condition =
      expressions::bind_condition(filter.condition, pipeline.attributes);
  pipeline.steps.push_back({&node, [condition](auto input) {
                              return std::make_unique<operators::Filter>(std::move(input),
                                                                         condition);
                            }});
  return pipeline;
}

Pipeline PlanOpener::open(const Node& node, const plan::Project& project, const Names& needed) {
  Names read;
  for (const plan::NamedExpression& output : project.outputs) {
    if (needed.contains(output.name)) add_columns_of(output.value, read);
  }
  Pipeline pipeline = open(node.inputs[0], read);
  operators::Project::Outputs outputs;
  columns::Attributes attributes;
  std::vector<std::optional<int64_t>> origins;
  for (const plan::NamedExpression& output : project.outputs) {
    if (!needed.contains(output.name)) continue;
    std::shared_ptr<const expressions::Expression> value =
        expressions::bind(output.value, pipeline.attributes);
    attributes.push_back(expressions::attribute_of(output.name, *value));
    bool is_column = output.value.kind == plan::Expression::Kind::column;
    origins.push_back(
        is_column
            ? pipeline.origins[*columns::find_position(pipeline.attributes, output.value.text)]
            : std::nullopt);
    // Texts may point into a constant.
    if (value->type().storage == columns::Storage::string) pipeline.owners.push_back(value);
    outputs.push_back(std::move(value));
  }
  pipeline.attributes = std::move(attributes);
  pipeline.origins = std::move(origins);
  pipeline.steps.push_back({&node, [outputs](auto input) {
                              return std::make_unique<operators::Project>(std::move(input),
                                                                          outputs);
                            }});
  return pipeline;
}

Pipeline PlanOpener::open(const Node& node, const plan::Scalar&, const Names& needed) {
  std::vector<std::string> row_names = plan::output_names(node.inputs[1]);
  std::shared_ptr<const Relation> row = rows_of(node.inputs[1], common(needed, row_names));
  if (row->row_count != 1) {
    throw PlanError("the second input has " + std::to_string(row->row_count) + " rows; expected 1");
  }
  Pipeline pipeline = open(node.inputs[0], common(needed, plan::output_names(node.inputs[0])));
  for (const columns::Attribute& attribute : row->attributes) add_computed(pipeline, attribute);
  if (row->owner) pipeline.owners.push_back(row->owner);
  pipeline.steps.push_back({&node, [row](auto input) {
                              return std::make_unique<operators::Scalar>(std::move(input), row);
                            }});
  return pipeline;
}

Pipeline PlanOpener::open(const Node& node, const plan::Sort& sort, const Names& needed) {
  Names read = needed;
  for (const plan::SortKey& key : sort.keys) read.insert(key.column);
  std::shared_ptr<const Relation> rows = rows_of(node.inputs[0], read);
  NodeCost cost(node, metrics_);
  std::vector<operators::SortColumn> columns;
  for (const plan::SortKey& key : sort.keys) {
    std::optional<int64_t> position = columns::find_position(rows->attributes, key.column);
    if (!position) throw PlanError("unknown column \"" + key.column + '"');
    columns.push_back({.position = *position, .descending = key.descending});
  }
  Relation sorted = operators::rows_of(*rows, operators::sorted_rows(*rows, columns, sort.limit));
  return Pipeline(std::make_shared<Relation>(std::move(sorted)), node);
}

}  // namespace engine::execution

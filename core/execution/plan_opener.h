// Turns a tree of nodes into pipelines, from the leaves up. A pipeline is opened for the node that
// needs its rows; a node that must see all rows before it gives any runs the pipeline below it at
// once, and opens another one over what came out. A subplan that the plan has more than once is run
// once, too.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "execution/catalog.h"
#include "execution/pipeline.h"
#include "operators/join_table.h"
#include "operators/relation.h"
#include "plan/common_subplans.h"
#include "plan/node.h"

namespace engine::execution {

// The columns that somebody above reads; all others need not be fetched or computed.
using Names = std::set<std::string, std::less<>>;

void add_columns_of(const plan::Expression& expression, Names& names);
Names columns_of(const std::vector<plan::AggregateCall>& calls);
// Those of the names that are among others.
Names common(const Names& names, const std::vector<std::string>& others);

// Adds what a node costs beside the operators and sinks of pipelines, from its construction to its
// destruction, to the node's metrics.
class NodeCost {
 public:
  NodeCost(const plan::Node& node, PlanMetrics& metrics) : node_(node), metrics_(metrics) {}
  ~NodeCost() { metrics_.add(node_, meter_.cost()); }
  NodeCost(const NodeCost&) = delete;
  NodeCost& operator=(const NodeCost&) = delete;

 private:
  const plan::Node& node_;
  PlanMetrics& metrics_;
  operators::CostMeter meter_;
};

// A column that no source has.
void add_computed(Pipeline& pipeline, const columns::Attribute& attribute);

class PlanOpener {
 public:
  // Requires: all outlive this object; every node that is to be opened is one of the plan's.
  PlanOpener(const plan::Node& plan, const Catalog& catalog, const Execution& execution,
             PlanMetrics& metrics)
      : subplans_(plan), catalog_(catalog), execution_(execution), metrics_(metrics) {}

  // All rows of a node, in the columns that are needed.
  std::shared_ptr<const operators::Relation> rows_of(const plan::Node& node, const Names& needed);

  // A pipeline that gives the needed columns of a node, and maybe others. Throws plan::PlanError
  // when the node does not suit what it reads.
  Pipeline open(const plan::Node& node, const Names& needed);

 private:
  // Of a subplan that is there more than once.
  struct KeptRows {
    std::shared_ptr<const operators::Relation> rows;
    int uses_left;
  };

  // All rows that a pipeline of a node gives.
  std::shared_ptr<const operators::Relation> rows_of(const plan::Node& node,
                                                     const Pipeline& pipeline, const Names& needed);
  // The first of equal nodes is opened for all of them, in all columns, when one is needed.
  std::shared_ptr<const operators::Relation> kept_rows_of(const plan::Node& first);
  Pipeline open_kept(const plan::Node& node, const plan::Node& first, const Names& needed);
  Pipeline open_alone(const plan::Node& node, const Names& needed);
  Pipeline open(const plan::Node& node, const plan::Scan& scan, const Names& needed);
  Pipeline open(const plan::Node& node, const plan::Filter& filter, const Names& needed);
  Pipeline open(const plan::Node& node, const plan::Project& project, const Names& needed);
  Pipeline open(const plan::Node& node, const plan::Aggregate& aggregate, const Names& needed);
  Pipeline open(const plan::Node& node, const plan::Join& join, const Names& needed);
  Pipeline open(const plan::Node& node, const plan::GroupJoin& group_join, const Names& needed);
  Pipeline open(const plan::Node& node, const plan::Scalar& scalar, const Names& needed);
  Pipeline open(const plan::Node& node, const plan::Sort& sort, const Names& needed);

  // Runs a pipeline for a node that takes in its rows.
  std::vector<std::unique_ptr<operators::Sink>> run_to(const Pipeline& pipeline,
                                                       const plan::Node& node,
                                                       const MakeSink& make_sink);

  std::shared_ptr<const operators::JoinTable> join_table(
      const plan::Node& node, std::shared_ptr<const operators::Relation> build,
      const operators::Expressions& keys, operators::JoinTable::Use use);

  plan::CommonSubplans subplans_;
  std::unordered_map<const plan::Node*, KeptRows> kept_;
  const Catalog& catalog_;
  const Execution& execution_;
  PlanMetrics& metrics_;
};

}  // namespace engine::execution

// Groups rows and aggregates each group. Each worker has one of its own; merged, they give the
// result.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "columns/attribute.h"
#include "operators/accumulators.h"
#include "operators/groups.h"
#include "operators/join_table.h"
#include "operators/relation.h"
#include "operators/sink.h"
#include "plan/node.h"

namespace engine::operators {

// A column of the result, computed from accumulators.
struct AggregateOutput {
  static constexpr int64_t no_count = -1;

  plan::AggregateFunction function;
  columns::Attribute attribute;
  int64_t accumulation;  // the sum of an average
  // The accumulation that counts the rows: of an average, and where a group may be without rows, of
  // which all is 0.
  int64_t count;
  int scale;  // of an average: of the values summed
};

// What to aggregate, shared by all workers. Arguments and keys are bound to the input.
struct AggregationPlan {
  Grouping grouping;
  Expressions keys;
  std::vector<columns::Attribute> key_attributes;  // of the result, ranges as the input's
  std::vector<Accumulation> accumulations;
  std::vector<AggregateOutput> outputs;
};

class Aggregation : public Sink {
 public:
  // Requires: the plan's grouping is not ordered.
  explicit Aggregation(std::shared_ptr<const AggregationPlan> plan);

  void consume(columns::Batch& batch) override;
  void finish_consuming() override { accumulators_.finish_adding(); }

  // One row for each group that any of the aggregations has seen: keys, then outputs. The first one
  // is there; others may be null. Requires: all have the same plan.
  static Relation result(const std::vector<std::unique_ptr<Sink>>& aggregations);

 private:
  void merge(const Aggregation& other);
  // Strings are copied.
  Relation groups_and_outputs() const;

  std::shared_ptr<const AggregationPlan> plan_;
  Groups groups_;
  Accumulators accumulators_;
};

// Writes one value of an output for each of the groups, side by side.
void write_output(const AggregateOutput& output, const Accumulators& accumulators,
                  const std::vector<int32_t>& groups, std::byte* values);

}  // namespace engine::operators

// Aggregates rows for the rows of a join table that have the same key. Each worker has one of its
// own; merged, they give the result.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "operators/accumulators.h"
#include "operators/aggregation.h"
#include "operators/join_table.h"
#include "operators/relation.h"
#include "operators/sink.h"

namespace engine::operators {

// Shared by all workers.
struct GroupJoinPlan {
  std::shared_ptr<const JoinTable> table;  // of the rows that are kept
  Expressions probe_keys;                  // bound to the input; as many as the table has
  std::vector<bool> keys_within;           // for each, whether its values lie in the table's range
  std::vector<Accumulation> accumulations;
  std::vector<AggregateOutput> outputs;
};

class GroupJoin : public Sink {
 public:
  explicit GroupJoin(std::shared_ptr<const GroupJoinPlan> plan);

  void consume(columns::Batch& batch) override;
  void finish_consuming() override { accumulators_.finish_adding(); }

  // The kept rows, each with its columns and then the outputs over the rows that any of the sinks
  // has seen. The first one is there; others may be null. Requires: all have the same plan.
  static Relation result(const std::vector<std::unique_ptr<Sink>>& sinks);

 private:
  void merge(const GroupJoin& other);
  Relation rows_and_outputs() const;

  std::shared_ptr<const GroupJoinPlan> plan_;
  Accumulators accumulators_;  // by the keys' ids in the table
};

}  // namespace engine::operators

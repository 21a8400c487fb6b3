// Aggregates rows that come in the order of their only key: a group is complete when the key
// changes, and is given on. So it keeps no more than a batch of groups, however many there are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "operators/aggregation.h"
#include "operators/operator.h"

namespace engine::operators {

class OrderedAggregation : public Operator {
 public:
  // Gives the key, then the outputs, in the order of the key.
  // Requires: the plan's grouping is ordered; the rows of a group come one after the other, and
  // from one morsel.
  OrderedAggregation(std::unique_ptr<Operator> input, std::shared_ptr<const AggregationPlan> plan,
                     int64_t batch_size);

 private:
  // Groups that have begun; all but the last one are complete.
  struct Begun {
    explicit Begun(const AggregationPlan& plan);

    Groups groups;
    Accumulators accumulators;
  };

  std::optional<columns::Batch> produce() override;
  void take_in(columns::Batch& batch);
  columns::Batch given(int64_t count) const;
  void keep_last();

  std::unique_ptr<Operator> input_;
  std::shared_ptr<const AggregationPlan> plan_;
  int64_t batch_size_;
  Begun begun_;
  int64_t morsel_ = 0;                   // of the groups that have begun
  std::optional<columns::Batch> ahead_;  // the first one of the next morsel
};

}  // namespace engine::operators

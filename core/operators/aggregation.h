// The top of a pipeline: takes in all batches of its input and keeps only aggregates. Each worker
// fills one of its own; merged, they give the result.
#pragma once

#include <memory>

#include "columns/batch.h"
#include "columns/table.h"
#include "operators/operator.h"
#include "operators/partial_aggregates.h"

namespace engine::operators {

class Aggregation {
 public:
  virtual ~Aggregation();
  Aggregation(const Aggregation&) = delete;
  Aggregation& operator=(const Aggregation&) = delete;

  // Pulls the input to its end.
  void consume_input();

  // Adds what another one has seen. Requires: it was made with the same plan.
  void merge(const Aggregation& other);

  virtual columns::Table result() const = 0;

 protected:
  explicit Aggregation(std::unique_ptr<Operator> input);

  virtual void consume(const columns::Batch& batch) = 0;

  std::unique_ptr<Operator> input_;
  PartialAggregates seen_{0, 0};  // given its shape by the derived constructor
};

}  // namespace engine::operators

// Keeps the rows that meet a condition. Moves no values: it narrows the selection.
#pragma once

#include <memory>
#include <optional>

#include "expressions/predicate.h"
#include "operators/operator.h"

namespace engine::operators {

class Filter : public Operator {
 public:
  // Requires: the condition is bound to what the input gives.
  Filter(std::unique_ptr<Operator> input, std::shared_ptr<const expressions::Predicate> condition);

 private:
  std::optional<columns::Batch> produce() override;

  std::unique_ptr<Operator> input_;
  std::shared_ptr<const expressions::Predicate> condition_;
};

// Narrows the batch's selection to the rows that meet the condition.
void keep_rows_that_meet(const expressions::Predicate& condition, columns::Batch& batch);

}  // namespace engine::operators

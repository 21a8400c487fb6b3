// Computes columns from those of its input, at the selected rows only, and gives just these.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "expressions/expression.h"
#include "operators/operator.h"

namespace engine::operators {

class Project : public Operator {
 public:
  using Outputs = std::vector<std::shared_ptr<const expressions::Expression>>;

  // Requires: the outputs are bound to what the input gives.
  Project(std::unique_ptr<Operator> input, Outputs outputs);

 private:
  std::optional<columns::Batch> produce() override;

  std::unique_ptr<Operator> input_;
  Outputs outputs_;
};

}  // namespace engine::operators

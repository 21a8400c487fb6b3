// Adds the columns of one row to each row of its input.
#pragma once

#include <memory>
#include <optional>

#include "operators/operator.h"
#include "operators/relation.h"

namespace engine::operators {

class Scalar : public Operator {
 public:
  // Requires: `row` has one row.
  Scalar(std::unique_ptr<Operator> input, std::shared_ptr<const Relation> row);

 private:
  std::optional<columns::Batch> produce() override;

  std::unique_ptr<Operator> input_;
  std::shared_ptr<const Relation> row_;
};

}  // namespace engine::operators

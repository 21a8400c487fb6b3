// Computes new columns from those of its input and appends them to each batch, in buffers made for
// that batch. Computes selected rows only.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "operators/operator.h"

namespace engine::operators {

// One new column of 64-bit decimals.
struct Computation {
  enum class Kind { multiply, subtract_from_constant, add_to_constant };
  Kind kind;
  std::string name;   // of the new column
  std::string left;   // the column computed from
  std::string right;  // of multiply only: the other factor
  int64_t constant;   // of the other two, in units of the column
};
Computation multiply(std::string name, std::string left, std::string right);
Computation subtract_from_constant(std::string name, int64_t constant, std::string column);
Computation add_to_constant(std::string name, int64_t constant, std::string column);

class Project : public Operator {
 public:
  // Requires: each column computed from is a 64-bit decimal of the input or computed before; the
  // results fit.
  Project(std::unique_ptr<Operator> input, std::vector<Computation> computations);

  std::optional<columns::Batch> next() override;

 private:
  // A computation with its columns looked up.
  struct Step {
    Computation::Kind kind;
    columns::Type type;
    int64_t left;
    int64_t right;
    int64_t constant;
  };

  columns::Column computed(const Step& step, const columns::Batch& batch) const;

  std::unique_ptr<Operator> input_;
  std::vector<Step> steps_;
};

}  // namespace engine::operators

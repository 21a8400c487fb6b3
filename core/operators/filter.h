// Keeps the rows that meet every one of a list of conditions. Moves no values: it narrows the
// selection.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "operators/operator.h"

namespace engine::operators {

// A comparison of a column, of int32 or int64 storage, with constants in the column's own units.
struct Condition {
  enum class Kind { between, less, less_equal };
  Kind kind;
  std::string column;
  int64_t low;    // of between only
  int64_t bound;  // of between, the highest value that passes
};
Condition between(std::string column, int64_t low, int64_t high);  // both included
Condition less(std::string column, int64_t bound);
Condition less_equal(std::string column, int64_t bound);

class Filter : public Operator {
 public:
  // Conditions are tested in order, each on the rows that passed those before.
  // Requires: at least one; the constants fit the columns' storage.
  Filter(std::unique_ptr<Operator> input, std::vector<Condition> conditions);

  std::optional<columns::Batch> next() override;

 private:
  std::unique_ptr<Operator> input_;
  std::vector<Condition> conditions_;
  std::vector<int64_t> positions_;  // of the conditions' columns
};

}  // namespace engine::operators

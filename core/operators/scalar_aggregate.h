// Sums columns over all rows, giving one row. A sum over no rows is 0: columns hold no nulls.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "operators/aggregation.h"

namespace engine::operators {

struct Sum {
  std::string name;    // in the result
  std::string column;  // a 64-bit decimal
};

class ScalarAggregate : public Aggregation {
 public:
  // Requires: the input has the columns.
  ScalarAggregate(std::unique_ptr<Operator> input, std::vector<Sum> sums);

  columns::Table result() const override;

 private:
  void consume(const columns::Batch& batch) override;

  std::vector<Sum> sums_;
  std::vector<int64_t> positions_;  // of their columns
};

}  // namespace engine::operators

// Groups rows by columns of few words and aggregates each group. The groups are all combinations of
// the keys' words, numbered by a perfect hash; those without rows are left out of the result, which
// is ordered by the keys.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "operators/aggregation.h"

namespace engine::operators {

struct Aggregate {
  enum class Kind { sum, average, count };
  Kind kind;
  std::string name;    // in the result
  std::string column;  // a 64-bit decimal; of count, empty
};
Aggregate sum(std::string name, std::string column);
// Rounded half away from zero to two places.
Aggregate average(std::string name, std::string column);
Aggregate count(std::string name);

class GroupBy : public Aggregation {
 public:
  // The result has the keys, then the aggregates.
  // Requires: the input has the columns; at least one key; keys are words of uint8 storage with at
  // most 65,536 combinations.
  GroupBy(std::unique_ptr<Operator> input, const std::vector<std::string>& keys,
          const std::vector<Aggregate>& aggregates);

  columns::Table result() const override;

 private:
  void consume(const columns::Batch& batch) override;

  // A key column of the input; a group's code in it is group / divisor % words.
  struct Key {
    int64_t position;
    int64_t words;
    int64_t divisor;
  };
  // An aggregate with its place in the sums looked up.
  struct Output {
    Aggregate aggregate;
    int64_t sum;  // index into summed_; of count, unused
  };

  columns::Schema result_schema() const;
  std::vector<int64_t> occupied_groups() const;
  void write_keys(const std::vector<int64_t>& groups, columns::Table& table) const;
  void write_aggregates(const std::vector<int64_t>& groups, columns::Table& table) const;

  std::vector<Key> keys_;
  std::vector<int64_t> summed_;  // positions of the columns to sum, each once
  std::vector<Output> outputs_;
};

}  // namespace engine::operators

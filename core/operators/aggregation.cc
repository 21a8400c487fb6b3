// The part that all aggregations have in common.
#include "operators/aggregation.h"

#include <optional>
#include <utility>

namespace engine::operators {

Aggregation::Aggregation(std::unique_ptr<Operator> input) : input_(std::move(input)) {}

Aggregation::~Aggregation() = default;

void Aggregation::consume_input() {
  while (std::optional<columns::Batch> batch = input_->next()) consume(*batch);
}

void Aggregation::merge(const Aggregation& other) { seen_.add(other.seen_); }

}  // namespace engine::operators

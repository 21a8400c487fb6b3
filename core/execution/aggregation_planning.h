// Decides how groups are numbered and how wide their sums are, from what is known of the input.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columns/attribute.h"
#include "operators/aggregation.h"
#include "plan/node.h"

namespace engine::execution {

// What aggregate functions read.
struct AggregationInput {
  const columns::Attributes& attributes;
  std::optional<int64_t> most_rows;  // nothing: unknown
  bool may_be_empty;                 // whether there may be a group without rows
};

// The accumulations and outputs of some calls, each accumulation once however often it is used.
// Throws plan::PlanError when a function does not take its argument.
struct Calls {
  Calls(const std::vector<plan::AggregateCall>& calls, const AggregationInput& input);

  std::vector<operators::Accumulation> accumulations;
  std::vector<operators::AggregateOutput> outputs;
};

// Throws plan::PlanError when a key is not there or has 128 bits. `is_ordered`: the rows come in
// the order of the only key, and no morsel ends inside a group.
operators::AggregationPlan planned_aggregation(const plan::Aggregate& aggregate,
                                               const AggregationInput& input, bool is_ordered);

}  // namespace engine::execution

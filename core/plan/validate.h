// Whether a plan is well formed in itself, which can be told without the tables: limits that make
// it safe to walk, how many inputs and arguments there are, names, and what goes together within
// one node. Whether columns are there and what types they have is looked at when the plan runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plan/node.h"

namespace engine::plan {

// Of nodes below each other, and of expressions within each other. Plans are walked, copied and
// freed by functions that call themselves.
inline constexpr int64_t most_levels = 100;
inline constexpr int64_t most_text_bytes = int64_t{1} << 20;  // of a name and of a constant
inline constexpr int most_places = 18;                        // of a number and of a quotient

struct Fault {
  int64_t part;       // which node or expression: see first_fault
  std::string place;  // the nodes from the top down to it: "sort: filter"
  std::string found;
  std::string expected;
};

// What is wrong, or nothing. Nodes and expressions are counted together from 0: each one before
// what it holds, and a node's expressions before its inputs.
std::optional<Fault> first_fault(const Node& plan);

// Throws a PlanError when there is a fault.
void validate(const Node& plan);

}  // namespace engine::plan

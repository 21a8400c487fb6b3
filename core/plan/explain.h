// Plans for people to read: one node a line, each below the one that needs its rows.
//
//   sort by revenue desc limit 10
//     aggregate by l_orderkey: revenue = sum(l_extendedprice * (1 - l_discount))
//       join inner on l_orderkey = o_orderkey
//         probe: scan lineitem (l_orderkey, l_extendedprice, l_discount)
//         build: filter o_orderdate < 1995-03-15
//           scan orders (o_orderkey, o_orderdate)
//
// A key's probe side comes first: of a group join, that of the rows that are aggregated.
// A node that is the same as an earlier one (common_subplans.h) has "as above" before it, and what
// is below it is not printed again.
#pragma once

#include <functional>
#include <string>

#include "plan/node.h"

namespace engine::plan {

// What else is to be said of a node, on the same line; nothing when it is empty.
using Note = std::function<std::string(const Node&)>;

// Throws a PlanError when the plan is not valid (validate.h).
std::string explain(const Node& plan, const Note& note = {});

}  // namespace engine::plan

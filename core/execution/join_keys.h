// The keys by which the two sides of a join find each other.
#pragma once

#include <vector>

#include "columns/attribute.h"
#include "operators/join_table.h"
#include "plan/node.h"

namespace engine::execution {

struct JoinKeys {
  // Brings the keys of each pair to the same kind. Throws plan::PlanError when they cannot be.
  JoinKeys(const std::vector<plan::KeyPair>& pairs, const columns::Attributes& probe_side,
           const columns::Attributes& build_side);

  operators::Expressions probe;
  operators::Expressions build;
};

// For each probe key, whether no value of it lies outside what the table has.
std::vector<bool> keys_within(const operators::Expressions& probe,
                              const operators::JoinTable& table);

}  // namespace engine::execution

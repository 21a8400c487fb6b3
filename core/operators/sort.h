// Orders the rows of a relation.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "operators/relation.h"

namespace engine::operators {

struct SortColumn {
  int64_t position;
  bool descending;
};

// The numbers of the relation's first `limit` rows in the order of the columns, or of all rows.
// Rows that are equal in all of them keep their order. Requires: fewer than 2^31 rows.
std::vector<int32_t> sorted_rows(const Relation& relation, const std::vector<SortColumn>& columns,
                                 std::optional<int64_t> limit);

}  // namespace engine::operators

// A condition of a plan bound to the columns of its input: it picks the rows that meet it.
//
// Threads: any number may use one predicate at once.
#pragma once

#include <cstdint>
#include <memory>

#include "columns/batch.h"

namespace engine::expressions {

class Predicate {
 public:
  Predicate() = default;
  virtual ~Predicate();
  Predicate(const Predicate&) = delete;
  Predicate& operator=(const Predicate&) = delete;

  // Writes those of the rows that meet the condition to `selected`, ascending, and returns their
  // count. Requires: room for rows.count indexes. `selected` may be rows.indexes itself.
  virtual int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const = 0;
};

using PredicatePointer = std::unique_ptr<const Predicate>;

}  // namespace engine::expressions

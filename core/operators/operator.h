// What every operator of a plan is: a source of batches, pulled by the operator above it. Each
// worker runs a tree of its own; the trees share only the table and the queue of morsels.
#pragma once

#include <optional>

#include "columns/batch.h"
#include "columns/schema.h"

namespace engine::operators {

class Operator {
 public:
  explicit Operator(columns::Schema schema);
  virtual ~Operator();
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;

  // Of the batches it gives.
  const columns::Schema& schema() const { return schema_; }

  // The next batch, with at least one selected row; nothing when there are no more.
  virtual std::optional<columns::Batch> next() = 0;

 private:
  columns::Schema schema_;
};

}  // namespace engine::operators

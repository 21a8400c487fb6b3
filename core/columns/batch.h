// A batch: some rows of some columns, as one operator hands them to the next. Rows that a filter
// has dropped stay in the columns; only the selected ones count, and computed columns have values
// only there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "columns/buffer.h"
#include "columns/selection.h"
#include "columns/vector.h"

namespace engine::columns {

struct Batch {
  Rows rows() const;

  // Memory for the values of one column that is computed for this batch, not yet written. It goes
  // with the batch.
  template <class Value>
  Value* add_values() {
    return reinterpret_cast<Value*>(add_bytes(sizeof(Value)));
  }
  std::byte* add_bytes(int64_t bytes_per_value);

  // Narrows the batch to rows that somebody has selected among rows().
  void select(SelectionVector selected) { selection = std::move(selected); }

  int64_t row_count;   // of each column, selected or not
  int64_t morsel = 0;  // number of the morsel that the rows come from
  std::vector<Vector> columns = {};
  std::optional<SelectionVector> selection = {};  // none: all rows
  std::vector<Buffer> computed = {};              // what add_values() gave
};

}  // namespace engine::columns

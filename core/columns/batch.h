// A batch: some rows of some columns, as one operator hands them to the next. Rows that a filter
// has dropped stay in the columns; only the selected ones count, and computed columns have values
// only there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columns/column.h"
#include "columns/selection.h"

namespace engine::columns {

struct Batch {
  Rows rows() const;

  int64_t row_count;  // of each column, selected or not
  std::vector<Column> columns = {};
  std::optional<SelectionVector> selection = {};  // none: all rows
};

}  // namespace engine::columns

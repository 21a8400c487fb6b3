// Reads some columns of a table, morsel by morsel, and gives them on in batches. Copies no values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columns/table.h"
#include "operators/morsel_queue.h"
#include "operators/operator.h"

namespace engine::operators {

class TableScan : public Operator {
 public:
  // Requires: the table has the columns and outlives the scan, as does the queue, which deals out
  // its rows.
  TableScan(const columns::Table& table, const std::vector<std::string>& column_names,
            MorselQueue& morsels, int64_t batch_size);

  std::optional<columns::Batch> next() override;

 private:
  std::vector<const columns::Column*> columns_;
  MorselQueue& morsels_;
  int64_t batch_size_;
  RowRange morsel_ = {0, 0};  // what is left of the one being read
};

}  // namespace engine::operators

// Cutting morsels into batches.
#include "operators/table_scan.h"

#include <algorithm>
#include <cassert>

namespace engine::operators {
namespace {

columns::Schema chosen(const columns::Schema& schema, const std::vector<std::string>& names) {
  columns::Schema fields;
  for (const std::string& name : names) {
    fields.push_back(schema[columns::position_of(schema, name)]);
  }
  return fields;
}

}  // namespace

TableScan::TableScan(const columns::Table& table, const std::vector<std::string>& column_names,
                     MorselQueue& morsels, int64_t batch_size)
    : Operator(chosen(table.schema, column_names)), morsels_(morsels), batch_size_(batch_size) {
  assert(batch_size > 0);
  for (const std::string& name : column_names) columns_.push_back(&table.column(name));
}

std::optional<columns::Batch> TableScan::next() {
  if (morsel_.first == morsel_.end) {
    std::optional<RowRange> taken = morsels_.take();
    if (!taken) return std::nullopt;
    morsel_ = *taken;
  }
  int64_t count = std::min(batch_size_, morsel_.end - morsel_.first);
  columns::Batch batch{.row_count = count};
  batch.columns.reserve(columns_.size());
  for (const columns::Column* column : columns_) {
    batch.columns.push_back(column->slice(morsel_.first, count));
  }
  morsel_.first += count;
  return batch;
}

}  // namespace engine::operators

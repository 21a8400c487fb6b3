// Repeating the row's values.
#include "operators/scalar.h"

#include <utility>

#include "primitives/convert.h"

namespace engine::operators {

Scalar::Scalar(std::unique_ptr<Operator> input, std::shared_ptr<const Relation> row)
    : input_(std::move(input)), row_(std::move(row)) {}

std::optional<columns::Batch> Scalar::produce() {
  std::optional<columns::Batch> batch = input_->next();
  if (!batch) return std::nullopt;
  columns::Rows rows = batch->rows();
  for (columns::Vector value : row_->columns) {
    std::byte* repeated = batch->add_bytes(columns::bytes_per_value(value.storage));
    primitives::fill(value.storage, value.data, rows, repeated);
    batch->columns.push_back({value.storage, repeated});
  }
  return batch;
}

}  // namespace engine::operators

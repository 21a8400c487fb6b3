// Which rows count, and where computed values lie.
#include "columns/batch.h"

namespace engine::columns {

Rows Batch::rows() const {
  if (selection) return {.indexes = selection->indexes.get(), .count = selection->count};
  return {.indexes = nullptr, .count = row_count};
}

std::byte* Batch::add_bytes(int64_t bytes_per_value) {
  return computed.emplace_back(row_count * bytes_per_value).data();
}

}  // namespace engine::columns

// The rows of a batch that count.
#include "columns/batch.h"

namespace engine::columns {

Rows Batch::rows() const {
  if (selection) return {selection->indexes.get(), selection->count};
  return {nullptr, row_count};
}

}  // namespace engine::columns

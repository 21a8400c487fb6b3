// Allocating selection vectors.
#include "columns/selection.h"

namespace engine::columns {

SelectionVector::SelectionVector(int64_t capacity)
    : indexes(std::make_unique_for_overwrite<int32_t[]>(capacity)) {}

}  // namespace engine::columns

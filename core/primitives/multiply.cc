// The product of two columns.
#include "primitives/multiply.h"

namespace engine::primitives {

void multiply(const int64_t* left, const int64_t* right, columns::Rows rows, int64_t* products) {
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) products[row] = left[row] * right[row];
    return;
  }
  for (int64_t i = 0; i < rows.count; ++i) {
    int32_t row = rows.indexes[i];
    products[row] = left[row] * right[row];
  }
}

}  // namespace engine::primitives

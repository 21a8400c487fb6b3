// Sums and differences with a constant.
#include "primitives/constant_arithmetic.h"

#include <functional>

namespace engine::primitives {
namespace {

template <class Operation>
void combine(int64_t constant, const int64_t* values, columns::Rows rows, int64_t* results) {
  Operation operation;
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) results[row] = operation(constant, values[row]);
    return;
  }
  for (int64_t i = 0; i < rows.count; ++i) {
    int32_t row = rows.indexes[i];
    results[row] = operation(constant, values[row]);
  }
}

}  // namespace

void subtract_from_constant(int64_t constant, const int64_t* values, columns::Rows rows,
                            int64_t* results) {
  combine<std::minus<>>(constant, values, rows, results);
}

void add_to_constant(int64_t constant, const int64_t* values, columns::Rows rows,
                     int64_t* results) {
  combine<std::plus<>>(constant, values, rows, results);
}

}  // namespace engine::primitives

// The one-sided comparisons, without branches on the data as in select_between.cc.
#include "primitives/select_less.h"

#include <functional>

namespace engine::primitives {
namespace {

template <class Passes, class Value>
int64_t select(const Value* values, Value bound, columns::Rows rows, int32_t* selected) {
  Passes passes;
  int64_t count = 0;
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) {
      selected[count] = static_cast<int32_t>(row);
      count += passes(values[row], bound);
    }
    return count;
  }
  for (int64_t i = 0; i < rows.count; ++i) {
    int32_t row = rows.indexes[i];
    selected[count] = row;
    count += passes(values[row], bound);
  }
  return count;
}

}  // namespace

int64_t select_less(const int32_t* values, int32_t bound, columns::Rows rows, int32_t* selected) {
  return select<std::less<>>(values, bound, rows, selected);
}

int64_t select_less(const int64_t* values, int64_t bound, columns::Rows rows, int32_t* selected) {
  return select<std::less<>>(values, bound, rows, selected);
}

int64_t select_less_equal(const int32_t* values, int32_t bound, columns::Rows rows,
                          int32_t* selected) {
  return select<std::less_equal<>>(values, bound, rows, selected);
}

int64_t select_less_equal(const int64_t* values, int64_t bound, columns::Rows rows,
                          int32_t* selected) {
  return select<std::less_equal<>>(values, bound, rows, selected);
}

}  // namespace engine::primitives

// The range comparison. The loops write every index and advance only past those that pass: a branch
// on data that is neither mostly true nor mostly false would be mispredicted too often.
#include "primitives/select_between.h"

#include <type_traits>

namespace engine::primitives {
namespace {

template <class Value>
int64_t select(const Value* values, Value low, Value high, columns::Rows rows, int32_t* selected) {
  // Counted from the low end, without sign, one comparison tells both: what lies below wraps round
  // to the top.
  using Distance = std::make_unsigned_t<Value>;
  const Distance start = static_cast<Distance>(low);
  const Distance width = static_cast<Distance>(high) - start;
  int64_t count = 0;
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) {
      selected[count] = static_cast<int32_t>(row);
      count += static_cast<Distance>(values[row]) - start <= width;
    }
    return count;
  }
  for (int64_t i = 0; i < rows.count; ++i) {
    int32_t row = rows.indexes[i];
    selected[count] = row;
    count += static_cast<Distance>(values[row]) - start <= width;
  }
  return count;
}

}  // namespace

int64_t select_between(const int32_t* values, int32_t low, int32_t high, columns::Rows rows,
                       int32_t* selected) {
  return select(values, low, high, rows, selected);
}

int64_t select_between(const int64_t* values, int64_t low, int64_t high, columns::Rows rows,
                       int32_t* selected) {
  return select(values, low, high, rows, selected);
}

}  // namespace engine::primitives

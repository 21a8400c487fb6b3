// Walking two lists at once.
#include "primitives/selections.h"

#include <algorithm>

#include "primitives/loop.h"

namespace engine::primitives {

int64_t rows_without(columns::Rows rows, columns::Rows removed, int32_t* kept) {
  const int32_t* next = removed.indexes;
  const int32_t* end = next + removed.count;
  int64_t count = 0;
  for_each_row(rows, [&](int64_t row) {
    if (next != end && *next == row) {
      ++next;
    } else {
      kept[count++] = static_cast<int32_t>(row);
    }
  });
  return count;
}

int64_t merged_rows(columns::Rows left, columns::Rows right, int32_t* merged) {
  return std::merge(left.indexes, left.indexes + left.count, right.indexes,
                    right.indexes + right.count, merged) -
         merged;
}

}  // namespace engine::primitives

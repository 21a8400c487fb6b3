// Which rows of a batch count. A filter writes a selection vector instead of copying the rows that
// pass.
#pragma once

#include <cstdint>
#include <memory>

namespace engine::columns {

// What a loop runs over. Does not own the indexes.
struct Rows {
  const int32_t* indexes;  // ascending; null: all of 0 .. count - 1
  int64_t count;
};

struct SelectionVector {
  // Room for `capacity` indexes, none selected yet.
  explicit SelectionVector(int64_t capacity);

  std::unique_ptr<int32_t[]> indexes;
  int64_t count = 0;
};

}  // namespace engine::columns

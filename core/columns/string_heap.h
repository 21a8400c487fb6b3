// Memory for the bytes of strings, in chunks that never move. It only grows, and frees everything
// at once; the columns whose values point into it keep it alive.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "columns/string_value.h"

namespace engine::columns {

class StringHeap {
 public:
  // A value of these bytes: copied, unless they fit into the value itself. It holds for as long as
  // the heap lives.
  StringValue add(std::string_view text);

  // A copy of these bytes, however few. It holds for as long as the heap lives.
  std::string_view copy(std::string_view text);

  // What the chunks take.
  int64_t bytes() const { return bytes_; }

 private:
  char* reserve(int64_t bytes);

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;  // in the last chunk
  int64_t free_bytes_ = 0;
  int64_t bytes_ = 0;
};

}  // namespace engine::columns

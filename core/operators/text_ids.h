// Numbers texts in the order in which they first come, and keeps them.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "columns/string_heap.h"

namespace engine::operators {

class TextIds {
 public:
  static constexpr int32_t none = -1;

  // The text's id; a new one if it has none yet.
  int32_t add(std::string_view text);
  // The text's id or `none`.
  int32_t find(std::string_view text) const;

  // By id. They hold for as long as this object lives.
  const std::vector<columns::StringValue>& texts() const { return texts_; }

 private:
  columns::StringHeap heap_;
  std::vector<columns::StringValue> texts_;
  std::unordered_map<std::string_view, int32_t> ids_;  // of texts in the heap or in the values
};

}  // namespace engine::operators

// Filling chunk after chunk.
#include "columns/string_heap.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace engine::columns {
namespace {

constexpr int64_t chunk_bytes = 64 * 1024;

}  // namespace

StringValue StringHeap::add(std::string_view text) {
  return StringValue(text.size() <= StringValue::most_inline_bytes ? text : copy(text));
}

std::string_view StringHeap::copy(std::string_view text) {
  if (text.empty()) return {};
  char* start = reserve(std::ssize(text));
  std::memcpy(start, text.data(), text.size());
  return {start, text.size()};
}

char* StringHeap::reserve(int64_t bytes) {
  if (bytes > free_bytes_) {
    int64_t size = std::max(chunk_bytes, bytes);
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    free_ = chunks_.back().get();
    free_bytes_ = size;
    bytes_ += size;
  }
  free_bytes_ -= bytes;
  return std::exchange(free_, free_ + bytes);
}

}  // namespace engine::columns

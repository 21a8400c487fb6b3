// Making and comparing strings.
#include "columns/string_value.h"

#include <bit>
#include <cassert>
#include <limits>

namespace engine::columns {

StringValue::StringValue(std::string_view text) : size_(static_cast<uint32_t>(text.size())) {
  assert(text.size() <= std::numeric_limits<uint32_t>::max());
  if (is_inline()) {
    // An empty view may have no bytes at all.
    if (size_ > 0) std::memcpy(bytes_.data(), text.data(), size_);
    return;
  }
  const char* start = text.data();
  std::memcpy(bytes_.data(), start, prefix_bytes);
  std::memcpy(&bytes_[prefix_bytes], &start, sizeof start);
}

// Requires: same length, same prefix.
bool StringValue::same_after_prefix(const StringValue& a, const StringValue& b) {
  constexpr std::size_t half = sizeof(StringValue) / 2;
  // Inline bytes are followed by zeros, so all eight can be compared; equal pointers are equal
  // texts.
  if (std::memcmp(&a.bytes_[prefix_bytes], &b.bytes_[prefix_bytes], half) == 0) return true;
  return !a.is_inline() && std::memcmp(a.pointer(), b.pointer(), a.size_) == 0;
}

std::strong_ordering operator<=>(const StringValue& a, const StringValue& b) {
  // As big-endian numbers prefixes compare as their bytes do; what is shorter ends in zeros. Equal
  // prefixes say nothing yet: the zeros may be bytes of a string.
  auto prefix = [](const StringValue& value) {
    uint32_t bytes;
    std::memcpy(&bytes, value.bytes_.data(), sizeof bytes);
    return std::byteswap(bytes);
  };
  static_assert(std::endian::native == std::endian::little);
  if (prefix(a) != prefix(b)) return prefix(a) <=> prefix(b);
  return a.view() <=> b.view();
}

}  // namespace engine::columns

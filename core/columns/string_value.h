// A string as a column holds it, in 16 bytes: its length, then either its bytes, when they are few,
// or its first four bytes and a pointer to all of them, which somebody else keeps alive (see
// StringHeap and Column::keep_alive).
//
// Most comparisons end in the first eight bytes, without following the pointer. Order is by bytes,
// as unsigned numbers, a prefix coming before what it begins.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace engine::columns {

class StringValue {
 public:
  static constexpr uint32_t most_inline_bytes = 12;

  StringValue() = default;  // the empty string

  // Requires: at most 4 GiB - 1; longer than most_inline_bytes, the text stays where it is for as
  // long as the value is in use.
  explicit StringValue(std::string_view text);

  uint32_t size() const { return size_; }
  bool is_inline() const { return size_ <= most_inline_bytes; }

  // Of an inline string the bytes are in this object.
  std::string_view view() const { return {is_inline() ? bytes_.data() : pointer(), size_}; }

  friend bool operator==(const StringValue& a, const StringValue& b) {
    return a.first_half() == b.first_half() && same_after_prefix(a, b);
  }
  friend std::strong_ordering operator<=>(const StringValue& a, const StringValue& b);

 private:
  static constexpr uint32_t prefix_bytes = 4;

  static bool same_after_prefix(const StringValue& a, const StringValue& b);

  const char* pointer() const {
    const char* start;
    std::memcpy(&start, &bytes_[prefix_bytes], sizeof start);
    return start;
  }

  // Length and prefix.
  uint64_t first_half() const {
    uint64_t half;
    std::memcpy(&half, this, sizeof half);
    return half;
  }

  uint32_t size_ = 0;
  // Inline bytes, with zeros after them; or the prefix and the pointer.
  std::array<char, most_inline_bytes> bytes_ = {};
};
static_assert(sizeof(StringValue) == 16);

}  // namespace engine::columns

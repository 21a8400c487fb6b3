// What is known of a column before its values are looked at: its name, its type, and bounds that
// statistics give. Plans choose by them: a key of a small range can be an index, a sum that cannot
// exceed 64 bits needs no more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columns/decimal.h"
#include "columns/type.h"

namespace engine::columns {

// The numbers from low to high. Words count as their codes, dates as their days.
struct Range {
  bool contains(const Range& other) const { return low <= other.low && other.high <= high; }

  Int128 low;
  Int128 high;
};

// All that a storage can hold. Of strings, which have no range, {0, 0}.
Range range_of(Storage storage);
// Whether every number of the range is one that the storage can hold. Requires: not a string.
bool fits(const Range& range, Storage storage);

enum class Order : uint8_t { unknown, ascending, strictly_ascending };

struct Attribute {
  std::string name;
  Type type;
  Range range;                   // no value lies outside; of strings {0, 0}
  Order order = Order::unknown;  // of the values, from the first row to the last
};

using Attributes = std::vector<Attribute>;

// The position of an attribute; nothing when there is none of that name.
std::optional<int64_t> find_position(const Attributes& attributes, std::string_view name);

}  // namespace engine::columns

// Ranges of storages, and looking attributes up.
#include "columns/attribute.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace engine::columns {
namespace {

template <class Number>
constexpr Range all_of = {std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max()};

constexpr Int128 largest_int128 = static_cast<Int128>(~static_cast<unsigned __int128>(0) >> 1);

}  // namespace

Range range_of(Storage storage) {
  switch (storage) {
    case Storage::uint8:
      return all_of<uint8_t>;
    case Storage::int32:
      return all_of<int32_t>;
    case Storage::int64:
      return all_of<int64_t>;
    case Storage::int128:
      return {-largest_int128 - 1, largest_int128};
    case Storage::string:
      break;
  }
  return {0, 0};
}

bool fits(const Range& range, Storage storage) {
  assert(storage != Storage::string);
  return range_of(storage).contains(range);
}

std::optional<int64_t> find_position(const Attributes& attributes, std::string_view name) {
  auto found = std::ranges::find(attributes, name, &Attribute::name);
  if (found == attributes.end()) return std::nullopt;
  return found - attributes.begin();
}

}  // namespace engine::columns

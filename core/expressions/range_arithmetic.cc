// Arithmetic on intervals.
#include "expressions/range_arithmetic.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace engine::expressions {
namespace {

using columns::Int128;
using columns::Range;
using Unsigned128 = unsigned __int128;

// Half of what 128 bits hold, so that the sum of two numbers below it needs no check.
constexpr Int128 limit = static_cast<Int128>(1) << 126;

bool is_small(Int128 value) { return -limit < value && value < limit; }

Unsigned128 magnitude(Int128 value) {
  return value < 0 ? -static_cast<Unsigned128>(value) : static_cast<Unsigned128>(value);
}

std::optional<Range> small_range(Int128 low, Int128 high) {
  if (!is_small(low) || !is_small(high)) return std::nullopt;
  return Range{low, high};
}

}  // namespace

std::optional<Int128> product(Int128 a, Int128 b) {
  Unsigned128 left = magnitude(a);
  Unsigned128 right = magnitude(b);
  if (left != 0 && right > static_cast<Unsigned128>(limit) / left) return std::nullopt;
  Int128 result = static_cast<Int128>(left * right);
  return (a < 0) == (b < 0) ? result : -result;
}

std::optional<Range> range_after(primitives::Arithmetic operation, const Range& left,
                                 const Range& right) {
  if (!is_small(left.low) || !is_small(left.high) || !is_small(right.low) ||
      !is_small(right.high)) {
    return std::nullopt;
  }
  switch (operation) {
    case primitives::Arithmetic::add:
      return small_range(left.low + right.low, left.high + right.high);
    case primitives::Arithmetic::subtract:
      return small_range(left.low - right.high, left.high - right.low);
    case primitives::Arithmetic::multiply: {
      std::array corners = {product(left.low, right.low), product(left.low, right.high),
                            product(left.high, right.low), product(left.high, right.high)};
      if (std::ranges::any_of(corners, [](const auto& corner) { return !corner; })) {
        return std::nullopt;
      }
      auto [low, high] = std::ranges::minmax(corners);
      return small_range(*low, *high);
    }
  }
  std::unreachable();
}

Range hull(const Range& left, const Range& right) {
  return {std::min(left.low, right.low), std::max(left.high, right.high)};
}

}  // namespace engine::expressions

// Intervals, against all sums, differences and products of their members.
#include "expressions/range_arithmetic.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace engine::expressions {
namespace {

using columns::Int128;
using columns::Range;
using primitives::Arithmetic;

constexpr Int128 limit = Int128{1} << 126;

Range range_of_all(Arithmetic operation, const Range& left, const Range& right) {
  Range all = {limit, -limit};
  for (Int128 a = left.low; a <= left.high; ++a) {
    for (Int128 b = right.low; b <= right.high; ++b) {
      Int128 result = operation == Arithmetic::add        ? a + b
                      : operation == Arithmetic::subtract ? a - b
                                                          : a * b;
      all = {std::min(all.low, result), std::max(all.high, result)};
    }
  }
  return all;
}

bool same(const Range& a, const Range& b) { return a.low == b.low && a.high == b.high; }

TEST(RangeArithmetic, IsAsNarrowAsAllResults) {
  for (Arithmetic operation : {Arithmetic::add, Arithmetic::subtract, Arithmetic::multiply}) {
    for (int code = 0; code < 7 * 7 * 7 * 7; ++code) {
      Range left = {code % 7 - 3, code / 7 % 7 - 3};
      Range right = {code / 49 % 7 - 3, code / 343 - 3};
      if (left.low > left.high || right.low > right.high) continue;
      EXPECT_TRUE(same(*range_after(operation, left, right), range_of_all(operation, left, right)));
    }
  }
}

TEST(RangeArithmetic, NothingThatCouldExceed128BitsHasARange) {
  Range small = {-1, 1};
  Range widest = {-limit + 1, limit - 1};
  EXPECT_FALSE(range_after(Arithmetic::add, {0, limit}, small));
  EXPECT_FALSE(range_after(Arithmetic::add, widest, small));
  EXPECT_TRUE(range_after(Arithmetic::add, widest, {0, 0}));
  EXPECT_FALSE(range_after(Arithmetic::subtract, widest, small));
  EXPECT_TRUE(range_after(Arithmetic::multiply, widest, small));
  EXPECT_FALSE(range_after(Arithmetic::multiply, widest, {2, 2}));
  EXPECT_FALSE(
      range_after(Arithmetic::multiply, columns::range_of(columns::Storage::int128), {0, 0}));
}

TEST(RangeArithmetic, ProductsAreExactOrNothing) {
  EXPECT_TRUE(product(-(Int128{1} << 63), Int128{1} << 62) == -(Int128{1} << 125));
  EXPECT_FALSE(product(Int128{1} << 64, Int128{1} << 63));
  EXPECT_TRUE(product(0, columns::range_of(columns::Storage::int128).low) == Int128{0});
  EXPECT_FALSE(product(1, columns::range_of(columns::Storage::int128).low));
  EXPECT_TRUE(product(-1, -limit) == limit);
  EXPECT_TRUE(columns::power_of_ten(38) / columns::power_of_ten(19) == columns::power_of_ten(19));
}

TEST(RangeArithmetic, TheHullHasBothInIt) {
  EXPECT_TRUE(same(hull({-5, 1}, {7, 9}), {-5, 9}));
  EXPECT_TRUE(same(hull({7, 9}, {8, 8}), {7, 9}));
}

}  // namespace
}  // namespace engine::expressions

// Products, sums and differences, over all rows and over a selection.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>

#include "primitives/constant_arithmetic.h"
#include "primitives/multiply.h"
#include "primitives/sum.h"

namespace engine::primitives {
namespace {

using Four = std::array<int64_t, 4>;

constexpr Four left = {10, -20, 30, 40};
constexpr Four right = {3, 4, 0, -5};
constexpr std::array<int32_t, 2> first_and_last = {0, 3};
constexpr columns::Rows all = {nullptr, 4};
constexpr columns::Rows some = {first_and_last.data(), 2};

TEST(Multiply, EveryRowWithoutASelection) {
  Four products;
  multiply(left.data(), right.data(), all, products.data());
  EXPECT_EQ(products, (Four{30, -80, 0, -200}));
}

TEST(Multiply, OnlySelectedRowsAreWritten) {
  Four products = {1, 1, 1, 1};
  multiply(left.data(), right.data(), some, products.data());
  EXPECT_EQ(products, (Four{30, 1, 1, -200}));
}

TEST(ConstantArithmetic, TheConstantStandsOnTheLeft) {
  Four results;
  subtract_from_constant(100, left.data(), all, results.data());
  EXPECT_EQ(results, (Four{90, 120, 70, 60}));
  add_to_constant(100, left.data(), all, results.data());
  EXPECT_EQ(results, (Four{110, 80, 130, 140}));
}

TEST(ConstantArithmetic, OnlySelectedRowsAreWritten) {
  Four results = {1, 1, 1, 1};
  subtract_from_constant(100, left.data(), some, results.data());
  EXPECT_EQ(results, (Four{90, 1, 1, 60}));
  add_to_constant(1, right.data(), some, results.data());
  EXPECT_EQ(results, (Four{4, 1, 1, -4}));
}

TEST(Sum, IsExactBeyond64Bits) {
  constexpr int64_t large = std::numeric_limits<int64_t>::max();
  constexpr Four values = {large, large, large, -1};
  EXPECT_EQ(sum(values.data(), all), columns::Int128{large} * 3 - 1);
}

TEST(Sum, LeavesOutRowsThatAreNotSelected) {
  EXPECT_EQ(sum(left.data(), all), 60);
  EXPECT_EQ(sum(left.data(), some), 50);
  EXPECT_EQ(sum(left.data(), {nullptr, 0}), 0);
}

}  // namespace
}  // namespace engine::primitives

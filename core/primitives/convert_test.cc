// Widening, repeating and dividing.
#include "primitives/convert.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

using columns::Int128;
using columns::StringValue;

// Runs kernel(rows, results) over each selection, and expects the values there and no others.
template <class Value, class Kernel>
void expect_written(const std::vector<Value>& values, const Kernel& kernel) {
  int64_t count = std::ssize(values);
  for (const Selection& selection : selections_for_test(count)) {
    std::vector<Value> expected(count);
    for (int32_t row : listed(selection, count)) expected[row] = values[row];
    std::vector<Value> results(count);
    kernel(rows_of(selection, count), results.data());
    EXPECT_TRUE(results == expected);
  }
}

template <class From, class To>
void expect_widened() {
  std::vector<From> from = extremes<From>();
  expect_written(std::vector<To>(from.begin(), from.end()), [&](columns::Rows rows, To* results) {
    convert_kernel(columns::storage_of<From>(), columns::storage_of<To>())(from.data(), rows,
                                                                           results);
  });
}

TEST(Convert, NumbersStayWhatTheyAre) {
  expect_widened<uint8_t, uint8_t>();
  expect_widened<uint8_t, int32_t>();
  expect_widened<uint8_t, int64_t>();
  expect_widened<uint8_t, Int128>();
  expect_widened<int32_t, int32_t>();
  expect_widened<int32_t, int64_t>();
  expect_widened<int32_t, Int128>();
  expect_widened<int64_t, int64_t>();
  expect_widened<int64_t, Int128>();
  expect_widened<Int128, Int128>();
}

template <class Value>
void expect_filled(Value constant) {
  expect_written(std::vector<Value>(10, constant), [&](columns::Rows rows, Value* results) {
    fill(columns::storage_of<Value>(), &constant, rows, results);
  });
}

TEST(Convert, AConstantIsRepeated) {
  expect_filled<uint8_t>(255);
  expect_filled<int32_t>(-5);
  expect_filled<int64_t>(extremes<int64_t>().front());
  expect_filled<Int128>(extremes<Int128>().front());
  expect_filled(StringValue("more than twelve bytes"));
}

TEST(Convert, QuotientsAreRoundedHalfAwayFromZeroAndByZeroAreZero) {
  struct Case {
    Int128 value, divisor, factor, quotient;
  };
  const Int128 large = Int128{1} << 125;
  const std::vector<Case> cases = {
      {7, 2, 1, 4},           {-7, 2, 1, -4},       {7, -2, 1, -4},
      {-7, -2, 1, 4},         {1, 3, 10, 3},        {2, 3, 10, 7},
      {-2, 3, 10, -7},        {1, 2, 1, 1},         {-1, 2, 1, -1},
      {49, 100, 1, 0},        {50, 100, 1, 1},      {-50, 100, 1, -1},
      {5, 0, 100, 0},         {0, 0, 1, 0},         {0, -9, 100, 0},
      {large, -1, 1, -large}, {large, large, 1, 1}, {large - 1, large, 1, 1}};
  for (const Case& each : cases) {
    expect_written(std::vector<Int128>(5, each.quotient), [&](columns::Rows rows, Int128* results) {
      std::vector<Int128> values(5, each.value);
      std::vector<Int128> divisors(5, each.divisor);
      divide(values.data(), divisors.data(), each.factor, rows, results);
    });
  }
}

}  // namespace
}  // namespace engine::primitives

// Sums, differences and products at the ends of what numbers hold.
#include "primitives/arithmetic.h"

#include <gtest/gtest.h>

#include <vector>

#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

using columns::Int128;

// Computed without a sign, which wraps around.
template <class Number>
Number wrapped(Arithmetic operation, Number left, Number right) {
  auto a = static_cast<unsigned __int128>(left);
  auto b = static_cast<unsigned __int128>(right);
  if (operation == Arithmetic::add) return static_cast<Number>(a + b);
  if (operation == Arithmetic::subtract) return static_cast<Number>(a - b);
  return static_cast<Number>(a * b);
}

template <class Number>
void expect_arithmetic(Arithmetic operation, Operands operands) {
  PairsForTest<Number> pairs(extremes<Number>());
  int64_t count = std::ssize(pairs.left);
  constexpr Number untouched = 77;
  for (const Selection& selection : selections_for_test(count)) {
    std::vector<Number> expected(count, untouched);
    for (int32_t row : listed(selection, count)) {
      Number left = pairs.left[operands == Operands::constant_and_vector ? 0 : row];
      Number right = pairs.right[operands == Operands::vector_and_constant ? 0 : row];
      expected[row] = wrapped(operation, left, right);
    }
    std::vector<Number> results(count, untouched);
    arithmetic_kernel(operation, operands, columns::storage_of<Number>())(
        pairs.left.data(), pairs.right.data(), rows_of(selection, count), results.data());
    EXPECT_TRUE(results == expected) << static_cast<int>(operation);
  }
}

TEST(Arithmetic, IsThatOfNumbersThatWrapAroundAndLeavesOtherRowsAlone) {
  for (Arithmetic operation : {Arithmetic::add, Arithmetic::subtract, Arithmetic::multiply}) {
    for (Operands operands :
         {Operands::vectors, Operands::vector_and_constant, Operands::constant_and_vector}) {
      expect_arithmetic<int64_t>(operation, operands);
      expect_arithmetic<Int128>(operation, operands);
    }
  }
}

}  // namespace
}  // namespace engine::primitives

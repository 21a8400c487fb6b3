// Rounding and printing of decimals.
#include "columns/decimal.h"

#include <gtest/gtest.h>

#include <limits>

namespace engine::columns {
namespace {

TEST(Decimal, HalvesRoundAwayFromZero) {
  EXPECT_EQ(divide_rounded(5, 2), 3);
  EXPECT_EQ(divide_rounded(-5, 2), -3);
  EXPECT_EQ(divide_rounded(15, 10), 2);
}

TEST(Decimal, LessThanHalfRoundsTowardsZero) {
  EXPECT_EQ(divide_rounded(4, 3), 1);
  EXPECT_EQ(divide_rounded(-4, 3), -1);
  EXPECT_EQ(divide_rounded(149, 100), 1);
  EXPECT_EQ(divide_rounded(0, 7), 0);
}

TEST(Decimal, DivisionByTheLargestDenominatorDoesNotOverflow) {
  Int128 largest = ~(Int128{1} << 127);
  EXPECT_EQ(divide_rounded(largest, largest), 1);
  EXPECT_EQ(divide_rounded(largest / 2, largest), 0);
  EXPECT_EQ(divide_rounded(largest / 2 + 1, largest), 1);
}

TEST(Decimal, AveragesComeOutInHundredths) {
  // 10.00 / 3 = 3.33, 0.0500 / 4 = 0.01, rounded from 0.0125.
  EXPECT_EQ(average_to_cents(1000, 3, 2), 333);
  EXPECT_EQ(average_to_cents(500, 4, 4), 1);
  // 0.0300 / 2 = 0.015: the half goes up.
  EXPECT_EQ(average_to_cents(300, 2, 4), 2);
}

TEST(Decimal, TextHasTwoPlacesWhateverTheScale) {
  EXPECT_EQ(decimal_text(12345, 2), "123.45");
  EXPECT_EQ(decimal_text(12, 0), "12.00");
  EXPECT_EQ(decimal_text(7, 1), "0.70");
  EXPECT_EQ(decimal_text(123'449'999, 6), "123.45");
  EXPECT_EQ(decimal_text(1'235'000, 6), "1.24");
}

TEST(Decimal, SmallAndNegativeValuesKeepTheirLeadingZeroAndSign) {
  EXPECT_EQ(decimal_text(5, 2), "0.05");
  EXPECT_EQ(decimal_text(-5, 2), "-0.05");
  EXPECT_EQ(decimal_text(-1'005, 3), "-1.01");
  EXPECT_EQ(decimal_text(-4, 3), "0.00");
}

TEST(Decimal, IntegersPrintToTheirExtremes) {
  EXPECT_EQ(integer_text(0), "0");
  EXPECT_EQ(integer_text(-120), "-120");
  EXPECT_EQ(integer_text(std::numeric_limits<int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(integer_text(Int128{1} << 127), "-170141183460469231731687303715884105728");
}

}  // namespace
}  // namespace engine::columns

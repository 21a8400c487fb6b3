// Years of days, also far away.
#include "primitives/calendar.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "columns/date.h"
#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

TEST(Calendar, YearsEndWithDecember) {
  for (int year : {-4, -1, 0, 1, 1600, 1900, 1969, 1970, 1971, 1999, 2000, 2100, 9999}) {
    EXPECT_EQ(columns::year_of(columns::date(year, 1, 1)), year);
    EXPECT_EQ(columns::year_of(columns::date(year, 12, 31)), year);
    EXPECT_EQ(columns::year_of(columns::date(year, 12, 31) + 1), year + 1);
  }
  EXPECT_EQ(columns::year_of(0), 1970);
  EXPECT_EQ(columns::year_of(-1), 1969);
}

// Ranges of years are those of the first and the last day.
TEST(Calendar, YearsNeverFallFromDayToDay) {
  constexpr int32_t step = 1'000'003;
  int32_t before = columns::year_of(std::numeric_limits<int32_t>::min());
  EXPECT_EQ(before, -5'877'641);
  for (int64_t day = std::numeric_limits<int32_t>::min();
       day <= std::numeric_limits<int32_t>::max(); day += step) {
    int32_t year = columns::year_of(static_cast<int32_t>(day));
    EXPECT_GE(year, before);
    EXPECT_LE(year, before + step / 365);
    before = year;
  }
  EXPECT_EQ(columns::year_of(std::numeric_limits<int32_t>::max()), 5'881'580);
}

TEST(Calendar, YearsAreWrittenAtTheRowsAlone) {
  const std::vector<int32_t> days = {0, -1, 365, 730, -400, 20'000};
  const std::vector<int32_t> years = {1970, 1969, 1971, 1972, 1968, 2024};
  for (const Selection& selection : selections_for_test(6)) {
    std::vector<int32_t> expected(6, 7);
    for (int32_t row : listed(selection, 6)) expected[row] = years[row];
    std::vector<int32_t> results(6, 7);
    years_of(days.data(), rows_of(selection, 6), results.data());
    EXPECT_EQ(results, expected);
  }
}

}  // namespace
}  // namespace engine::primitives

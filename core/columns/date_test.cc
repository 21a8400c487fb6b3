// Dates as day numbers, and back to text.
#include "columns/date.h"

#include <gtest/gtest.h>

#include <limits>

namespace engine::columns {
namespace {

TEST(Date, DaysCountFrom1970) {
  EXPECT_EQ(date(1970, 1, 1), 0);
  EXPECT_EQ(date(1969, 12, 31), -1);
  EXPECT_EQ(date(1992, 1, 1), 8'035);
}

TEST(Date, LeapDaysCountExceptInMostCenturies) {
  EXPECT_EQ(date(1996, 3, 1) - date(1996, 2, 28), 2);
  EXPECT_EQ(date(1900, 3, 1) - date(1900, 2, 28), 1);
  EXPECT_EQ(date(2000, 3, 1) - date(2000, 2, 28), 2);
}

TEST(Date, TextIsTheDateThatWentIn) {
  EXPECT_EQ(date_text(0), "1970-01-01");
  EXPECT_EQ(date_text(date(1998, 9, 2)), "1998-09-02");
  EXPECT_EQ(date_text(date(1996, 2, 29)), "1996-02-29");
  EXPECT_EQ(date_text(-1), "1969-12-31");
  // Beyond the years that std::chrono knows.
  EXPECT_EQ(date_text(std::numeric_limits<int32_t>::max()), "5881580-07-11");
  EXPECT_EQ(year_of(std::numeric_limits<int32_t>::min()), -5'877'641);
}

}  // namespace
}  // namespace engine::columns

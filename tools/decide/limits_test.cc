#include "decide/limits.h"

#include <gtest/gtest.h>

#include "command/failure.h"

namespace ltoscope::decide {
namespace {

TEST(Limits, AreMultiplesOfTheBaselineOrAmounts) {
  EXPECT_EQ(parse_seconds_limit("2x").allowed(10), 20);
  EXPECT_EQ(parse_seconds_limit("1.5x").allowed(10), 15);
  EXPECT_EQ(parse_seconds_limit("90s").allowed(10), 90);
  EXPECT_EQ(parse_seconds_limit("90").allowed(10), 90);
  EXPECT_EQ(parse_bytes_limit("2x").allowed(100), 200);
  EXPECT_EQ(parse_bytes_limit("4096").allowed(100), 4096);
  EXPECT_EQ(parse_bytes_limit("1.5GiB").allowed(100), 1.5 * (1 << 30));
  EXPECT_EQ(parse_bytes_limit("8K").allowed(100), 8192);
}

TEST(Limits, AnythingElseIsBadInput) {
  for (const char* text : {"", "x", "-2x", "0", "2y", "1e999", "nan", "2 x", "90ms"}) {
    EXPECT_THROW(parse_seconds_limit(text), Failure) << text;
  }
  for (const char* text : {"", "GiB", "8Gi", "8GiBB", "8T", "-1"}) {
    EXPECT_THROW(parse_bytes_limit(text), Failure) << text;
  }
}

}  // namespace
}  // namespace ltoscope::decide

// The generator's numbers, and that skipping gives what stepping gives.
#include "tpch/random_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace engine::tpch {
namespace {

constexpr int64_t line_count_seed = 1434868289;

TEST(RandomStream, DrawsTheLineCountsOfTheFirstOrders) {
  RandomStream stream(line_count_seed, 1, 0);
  std::vector<int64_t> counts;
  for (int order = 0; order < 10; ++order) {
    counts.push_back(stream.uniform(1, 7));
    stream.next_row();
  }
  EXPECT_EQ(counts, (std::vector<int64_t>{6, 1, 6, 1, 3, 1, 7, 6, 4, 3}));
}

TEST(RandomStream, HasTheKnownTenThousandthState) {
  // Published by Park and Miller to check implementations: from 1, after 10,000 steps. The draw
  // below is the state itself but for the rounding of a double.
  RandomStream stream(1, 1, 9'999);
  EXPECT_NEAR(static_cast<double>(stream.uniform(0, 2'147'483'646)), 1'043'618'065, 1);
}

TEST(RandomStream, SkippingToARowGivesWhatSteppingThereGives) {
  constexpr int64_t draws_per_row = 7;
  RandomStream stepping(209208115, draws_per_row, 0);
  for (int64_t row = 0; row < 1'000; ++row) {
    RandomStream skipping(209208115, draws_per_row, row);
    // A different number of draws in each row: what is not drawn is passed over.
    for (int64_t draw = 0; draw < row % (draws_per_row + 1); ++draw) {
      ASSERT_EQ(stepping.uniform(1, 50'000), skipping.uniform(1, 50'000)) << "row " << row;
    }
    stepping.next_row();
  }
}

TEST(RandomStream, NextRowStandsWhereAllDrawsOfTheRowWouldEnd) {
  RandomStream drawing(554590007, 7, 5);
  RandomStream passing(554590007, 7, 5);
  for (int draw = 0; draw < 7; ++draw) drawing.uniform(0, 10);
  passing.next_row();
  EXPECT_EQ(drawing.uniform(0, 1'000'000), passing.uniform(0, 1'000'000));
}

TEST(RandomStream, FarRowsAreReachedAtOnce) {
  // The period is 2^31 - 2 draws, so two places one period apart draw the same.
  RandomStream near(721958466, 1, 3);
  RandomStream far(721958466, 1, 3 + int64_t{2'147'483'646} * 5);
  EXPECT_EQ(near.uniform(0, 1'000'000), far.uniform(0, 1'000'000));
}

TEST(RandomStream, DrawingManyAtOnceGivesWhatDrawingOneByOneGives) {
  RandomStream many(1808217256, 7, 11);
  RandomStream one_by_one = many;
  std::vector<int32_t> values(7);
  many.uniform(1, 200'000, 7, values.data());
  for (int32_t value : values) EXPECT_EQ(value, one_by_one.uniform(1, 200'000));
  EXPECT_EQ(many.uniform(0, 100), one_by_one.uniform(0, 100));
}

TEST(RandomStream, TheOverflowedDrawIsNeverPositive) {
  RandomStream stream(881155353, 1, 0);
  int64_t lowest = 0;
  for (int i = 0; i < 1'000; ++i) {
    int64_t draw = stream.overflowed();
    ASSERT_LE(draw, 0);
    lowest = std::min(lowest, draw);
  }
  EXPECT_GE(lowest, -2'147'483'648);
  EXPECT_LT(lowest, -2'000'000'000);
}

TEST(RandomStream, DrawsReachBothEndsAndNoFurther) {
  RandomStream stream(373135028, 1, 0);
  std::vector<int64_t> seen(32);
  for (int i = 0; i < 10'000; ++i) {
    int64_t draw = stream.uniform(1, 30);
    ASSERT_GE(draw, 1);
    ASSERT_LE(draw, 30);
    ++seen[draw];
  }
  EXPECT_GT(seen[1], 0);
  EXPECT_GT(seen[30], 0);
}

}  // namespace
}  // namespace engine::tpch

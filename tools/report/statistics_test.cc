#include "report/statistics.h"

#include <gtest/gtest.h>

namespace ltoscope::report {
namespace {

TEST(Statistics, MedianOfAnOddCountIsTheMiddleSample) {
  Summary summary = *summarize({5, 1, 9});
  EXPECT_EQ(summary.median, 5);
  EXPECT_EQ(summary.lowest, 1);
  EXPECT_EQ(summary.highest, 9);
  EXPECT_EQ(summary.count, 3);
}

TEST(Statistics, MedianOfAnEvenCountIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(summarize({4, 1, 2, 100})->median, 3);
}

TEST(Statistics, NoSamplesHaveNoSummary) { EXPECT_FALSE(summarize({})); }

TEST(Statistics, RangesThatShareOneValueOverlap) {
  EXPECT_TRUE(ranges_overlap({2, 1, 3, 5}, {4, 3, 5, 5}));
  EXPECT_TRUE(ranges_overlap({4, 3, 5, 5}, {2, 1, 3, 5}));
  EXPECT_TRUE(ranges_overlap({5, 1, 9, 5}, {4, 3, 5, 5}));
}

TEST(Statistics, RangesApartDoNotOverlapInEitherOrder) {
  EXPECT_FALSE(ranges_overlap({2, 1, 2.9, 5}, {4, 3, 5, 5}));
  EXPECT_FALSE(ranges_overlap({4, 3, 5, 5}, {2, 1, 2.9, 5}));
}

}  // namespace
}  // namespace ltoscope::report

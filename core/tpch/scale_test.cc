// Which scale factors there are, and their row counts.
#include "tpch/scale.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engine::tpch {
namespace {

TEST(Scale, OnlyNumbersFromAHundredthToAThousandAreValid) {
  for (double valid : {0.01, 1.0, 0.33, 1'000.0})
    EXPECT_TRUE(is_valid_scale_factor(valid)) << valid;
  for (double invalid : {0.0, -1.0, 0.0099, 1'000.5, 1e9, double{NAN}, double{INFINITY}}) {
    EXPECT_FALSE(is_valid_scale_factor(invalid)) << invalid;
  }
}

TEST(Scale, RowsAreCutToWholeOnes) {
  EXPECT_EQ(order_count(0.01), 15'000);
  EXPECT_EQ(order_count(1'000), 1'500'000'000);
  EXPECT_EQ(part_count(0.015), 3'000);
  EXPECT_EQ(supplier_count(0.01009), 100);
  EXPECT_EQ(customer_count(0.01), 1'500);
}

TEST(Scale, ThereAreNeverFewerThanAThousandClerks) {
  EXPECT_EQ(clerk_count(0.01), 1'000);
  EXPECT_EQ(clerk_count(2), 2'000);
}

}  // namespace
}  // namespace engine::tpch

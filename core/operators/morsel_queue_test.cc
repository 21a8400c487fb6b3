// Dealing out rows.
#include "operators/morsel_queue.h"

#include <gtest/gtest.h>

namespace engine::operators {
namespace {

TEST(MorselQueue, DealsOutEveryRowOnce) {
  MorselQueue morsels(25, 10);
  EXPECT_EQ(morsels.morsel_count(), 3);
  int64_t next = 0;
  while (std::optional<RowRange> range = morsels.take()) {
    EXPECT_EQ(range->first, next);
    EXPECT_GT(range->end, range->first);
    next = range->end;
  }
  EXPECT_EQ(next, 25);
}

TEST(MorselQueue, GivesNothingMoreOnceStopped) {
  MorselQueue morsels(25, 10);
  EXPECT_TRUE(morsels.take());
  morsels.stop();
  EXPECT_FALSE(morsels.take());
  EXPECT_FALSE(morsels.take());
}

TEST(MorselQueue, GivesNothingOfNoRows) {
  MorselQueue morsels(0, 10);
  EXPECT_EQ(morsels.morsel_count(), 0);
  EXPECT_FALSE(morsels.take());
}

}  // namespace
}  // namespace engine::operators

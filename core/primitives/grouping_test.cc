// Group numbers, and the aggregates indexed by them.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>

#include "primitives/group_ids.h"
#include "primitives/grouped_count.h"
#include "primitives/grouped_sum.h"

namespace engine::primitives {
namespace {

constexpr std::array<uint8_t, 4> first_key = {2, 0, 1, 2};   // of 3 words
constexpr std::array<uint8_t, 4> second_key = {1, 1, 0, 0};  // of 2 words
constexpr std::array<int32_t, 2> outer_rows = {0, 3};

TEST(GroupIds, TwoKeysGiveOneNumberForEachCombination) {
  std::array<int32_t, 4> groups;
  start_groups(first_key.data(), {nullptr, 4}, groups.data());
  EXPECT_EQ(groups, (std::array{2, 0, 1, 2}));
  refine_groups(second_key.data(), 2, {nullptr, 4}, groups.data());
  EXPECT_EQ(groups, (std::array{5, 1, 2, 4}));
}

TEST(GroupIds, NumbersOfSelectedRowsLieSideBySide) {
  std::array<int32_t, 3> groups = {-1, -1, -1};
  start_groups(first_key.data(), {outer_rows.data(), 2}, groups.data());
  refine_groups(second_key.data(), 2, {outer_rows.data(), 2}, groups.data());
  EXPECT_EQ(groups, (std::array{5, 4, -1}));
}

TEST(GroupedSum, AddsToWhatIsThere) {
  constexpr int64_t large = std::numeric_limits<int64_t>::max();
  constexpr std::array<int64_t, 4> values = {large, 5, 7, large};
  constexpr std::array<int32_t, 4> groups = {1, 0, 0, 1};
  std::array<columns::Int128, 3> sums = {100, 0, 3};
  add_by_group(values.data(), {nullptr, 4}, groups.data(), sums.data());
  EXPECT_EQ(sums[0], 112);
  EXPECT_EQ(sums[1], columns::Int128{large} * 2);
  EXPECT_EQ(sums[2], 3);
}

TEST(GroupedSum, TakesTheValuesOfSelectedRowsOnly) {
  constexpr std::array<int64_t, 4> values = {10, 20, 30, 40};
  constexpr std::array<int32_t, 2> groups = {1, 1};
  std::array<columns::Int128, 2> sums = {0, 0};
  add_by_group(values.data(), {outer_rows.data(), 2}, groups.data(), sums.data());
  EXPECT_EQ(sums[0], 0);
  EXPECT_EQ(sums[1], 50);
}

TEST(GroupedCount, CountsEachGroup) {
  constexpr std::array<int32_t, 5> groups = {2, 0, 2, 2, 0};
  std::array<int64_t, 3> counts = {0, 10, 0};
  count_by_group(groups.data(), 4, counts.data());
  EXPECT_EQ(counts, (std::array<int64_t, 3>{1, 10, 3}));
}

}  // namespace
}  // namespace engine::primitives

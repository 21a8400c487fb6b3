// The comparisons, over all rows and over a selection.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "primitives/select_between.h"
#include "primitives/select_less.h"

namespace engine::primitives {
namespace {

constexpr int32_t lowest = std::numeric_limits<int32_t>::min();
constexpr int32_t highest = std::numeric_limits<int32_t>::max();
constexpr std::array<int32_t, 7> values = {5, -3, 9, 5, highest, lowest, 6};
constexpr columns::Rows every_row = {nullptr, values.size()};

std::vector<int32_t> kept(const std::array<int32_t, values.size()>& selected, int64_t count) {
  return {selected.begin(), selected.begin() + count};
}

TEST(SelectBetween, BothEndsAreIncluded) {
  std::array<int32_t, values.size()> selected;
  int64_t count = select_between(values.data(), 5, 6, every_row, selected.data());
  EXPECT_EQ(kept(selected, count), (std::vector<int32_t>{0, 3, 6}));
}

TEST(SelectBetween, RangeMayReachTheEndsOfTheType) {
  std::array<int32_t, values.size()> selected;
  EXPECT_EQ(select_between(values.data(), lowest, highest, every_row, selected.data()),
            std::ssize(values));
  int64_t count = select_between(values.data(), lowest, -3, every_row, selected.data());
  EXPECT_EQ(kept(selected, count), (std::vector<int32_t>{1, 5}));
}

TEST(SelectBetween, NarrowsASelectionInPlace) {
  std::array<int32_t, values.size()> selected = {1, 2, 3, 6};
  int64_t count = select_between(values.data(), 5, 9, {selected.data(), 4}, selected.data());
  EXPECT_EQ(kept(selected, count), (std::vector<int32_t>{2, 3, 6}));
}

TEST(SelectBetween, SelectsNothingFromNoRows) {
  std::array<int32_t, values.size()> selected;
  EXPECT_EQ(select_between(values.data(), lowest, highest, {nullptr, 0}, selected.data()), 0);
  EXPECT_EQ(select_between(values.data(), lowest, highest, {selected.data(), 0}, selected.data()),
            0);
}

TEST(SelectBetween, WideValuesCompareInFullWidth) {
  constexpr std::array<int64_t, 3> wide = {int64_t{1} << 40, 0, (int64_t{1} << 40) + 1};
  std::array<int32_t, 3> selected;
  ASSERT_EQ(select_between(wide.data(), int64_t{1} << 40, int64_t{1} << 40, {nullptr, 3},
                           selected.data()),
            1);
  EXPECT_EQ(selected[0], 0);
}

TEST(SelectLess, BoundItselfPassesOnlyLessEqual) {
  std::array<int32_t, values.size()> selected;
  int64_t count = select_less(values.data(), 5, every_row, selected.data());
  EXPECT_EQ(kept(selected, count), (std::vector<int32_t>{1, 5}));
  count = select_less_equal(values.data(), 5, every_row, selected.data());
  EXPECT_EQ(kept(selected, count), (std::vector<int32_t>{0, 1, 3, 5}));
}

TEST(SelectLess, NarrowsASelectionInPlace) {
  std::array<int32_t, values.size()> selected = {2, 3, 5, 6};
  int64_t count = select_less(values.data(), 6, {selected.data(), 4}, selected.data());
  EXPECT_EQ(kept(selected, count), (std::vector<int32_t>{3, 5}));
  count = select_less_equal(values.data(), lowest, {selected.data(), count}, selected.data());
  EXPECT_EQ(kept(selected, count), (std::vector<int32_t>{5}));
}

TEST(SelectLess, WideValuesCompareInFullWidth) {
  constexpr std::array<int64_t, 3> wide = {int64_t{1} << 40, 7, -(int64_t{1} << 40)};
  std::array<int32_t, 3> selected;
  ASSERT_EQ(select_less(wide.data(), int64_t{7}, {nullptr, 3}, selected.data()), 1);
  EXPECT_EQ(selected[0], 2);
  EXPECT_EQ(select_less_equal(wide.data(), int64_t{7}, {nullptr, 3}, selected.data()), 2);
}

}  // namespace
}  // namespace engine::primitives

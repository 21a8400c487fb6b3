// Parting and merging sets of rows, against doing so with std::set_*.
#include "primitives/selections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

TEST(Selections, RowsWithoutSomeAreTheOthersAlsoInPlace) {
  std::mt19937 random(3);
  constexpr int64_t count = 100;
  for (const Selection& selection : selections_for_test(count)) {
    for (uint32_t one_in : {1, 2, 50, 1'000}) {
      std::vector<int32_t> all = listed(selection, count);
      std::vector<int32_t> removed =
          rows_that(selection, count, [&](int32_t) { return random() % one_in == 0; });
      std::vector<int32_t> expected;
      std::ranges::set_difference(all, removed, std::back_inserter(expected));
      auto select = [&](columns::Rows rows, int32_t* kept) {
        return rows_without(rows, {removed.data(), std::ssize(removed)}, kept);
      };
      EXPECT_EQ(selected_by(select, selection, count), expected);
    }
  }
}

TEST(Selections, MergedRowsAreAscending) {
  std::mt19937 random(4);
  for (int round = 0; round < 20; ++round) {
    std::vector<int32_t> left;
    std::vector<int32_t> right;
    for (int32_t row = 0; row < 50; ++row) {
      uint32_t side = random() % 3;
      if (side == 1) left.push_back(row);
      if (side == 2 && round > 0) right.push_back(row);
    }
    std::vector<int32_t> expected;
    std::ranges::set_union(left, right, std::back_inserter(expected));
    std::vector<int32_t> merged(left.size() + right.size());
    merged.resize(merged_rows({left.data(), std::ssize(left)}, {right.data(), std::ssize(right)},
                              merged.data()));
    EXPECT_EQ(merged, expected);
  }
}

}  // namespace
}  // namespace engine::primitives

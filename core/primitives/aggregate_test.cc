// Folding values, by group and all into one.
#include "primitives/aggregate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

using columns::Int128;

Int128 folded_one_by_one(Fold fold, Int128 accumulator, Int128 value) {
  if (fold == Fold::sum) return accumulator + value;
  return fold == Fold::minimum ? std::min(accumulator, value) : std::max(accumulator, value);
}

template <class Value, class Accumulator>
void expect_folds(const std::vector<Value>& values) {
  constexpr int64_t group_count = 3;
  int64_t count = std::ssize(values);
  for (Fold fold : {Fold::sum, Fold::minimum, Fold::maximum}) {
    for (const Selection& selection : selections_for_test(count)) {
      std::vector<int32_t> groups;
      std::vector<Accumulator> expected(group_count);
      Accumulator expected_of_all = 1;
      for (int32_t row : listed(selection, count)) {
        groups.push_back(row % group_count);
        Accumulator& of_group = expected[groups.back()];
        of_group = static_cast<Accumulator>(folded_one_by_one(fold, of_group, values[row]));
        expected_of_all =
            static_cast<Accumulator>(folded_one_by_one(fold, expected_of_all, values[row]));
      }
      columns::Rows rows = rows_of(selection, count);
      std::vector<Accumulator> results(group_count);
      grouped_fold_kernel(fold, columns::storage_of<Value>(), columns::storage_of<Accumulator>())(
          values.data(), rows, groups.data(), results.data());
      EXPECT_TRUE(results == expected);
      Accumulator of_all = 1;
      fold_kernel(fold, columns::storage_of<Value>(), columns::storage_of<Accumulator>())(
          values.data(), rows, &of_all);
      EXPECT_TRUE(of_all == expected_of_all);
    }
  }
}

TEST(Aggregate, FoldsValuesOfEachStorage) {
  expect_folds<uint8_t, int64_t>(extremes<uint8_t>());
  expect_folds<uint8_t, Int128>(extremes<uint8_t>());
  expect_folds<int32_t, int64_t>(extremes<int32_t>());
  expect_folds<int32_t, Int128>(extremes<int32_t>());
  expect_folds<int64_t, int64_t>({-5, 1, 3, int64_t{1} << 40, -9, 0, 2});
  expect_folds<int64_t, Int128>(extremes<int64_t>());
  expect_folds<Int128, Int128>({-5, Int128{1} << 100, 3, -(Int128{1} << 110), 0});
}

TEST(Aggregate, SumsBeyond64BitsAreExact) {
  std::vector<int64_t> values(1'000, extremes<int64_t>()[0]);
  Int128 sum = 0;
  fold_kernel(Fold::sum, columns::Storage::int64, columns::Storage::int128)(values.data(),
                                                                            {nullptr, 1'000}, &sum);
  EXPECT_TRUE(sum == Int128{1'000} * values[0]);
}

TEST(Aggregate, CountsRowsByGroup) {
  const std::vector<int32_t> groups = {2, 0, 2, 2};
  std::vector<int64_t> counts = {10, 20, 30};
  count_by_group(groups.data(), 4, counts.data());
  EXPECT_EQ(counts, (std::vector<int64_t>{11, 20, 33}));
  count_by_group(groups.data(), 0, counts.data());
  EXPECT_EQ(counts, (std::vector<int64_t>{11, 20, 33}));
}

}  // namespace
}  // namespace engine::primitives

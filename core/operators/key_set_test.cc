// Maps of bits and hash tables of keys, which must find the same.
#include "operators/key_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "primitives/rows_for_test.h"

namespace engine::operators {
namespace {

using primitives::Selection;

struct Found {
  std::vector<int32_t> rows;
  std::vector<int32_t> ids;  // of these rows
};

Found found_in(const KeySet& set, const std::vector<uint64_t>& codes, const Selection& selection) {
  Found found;
  std::vector<int32_t> ids(codes.size());
  auto find = [&](columns::Rows rows, int32_t* selected) {
    return set.find(codes.data(), rows, selected, ids.data());
  };
  auto find_without_ids = [&](columns::Rows rows, int32_t* selected) {
    return set.find(codes.data(), rows, selected, nullptr);
  };
  found.rows = primitives::selected_by(find, selection, std::ssize(codes));
  EXPECT_EQ(primitives::selected_by(find_without_ids, selection, std::ssize(codes)), found.rows);
  for (int32_t row : found.rows) found.ids.push_back(ids[row]);
  return found;
}

// Ids that differ for different codes, and leave none out.
void expect_numbering(const KeySet& set, const std::vector<uint64_t>& codes) {
  Found found = found_in(set, codes, std::nullopt);
  ASSERT_EQ(found.rows.size(), codes.size());
  std::set<std::pair<uint64_t, int32_t>> pairs;
  std::set<int32_t> ids(found.ids.begin(), found.ids.end());
  for (std::size_t i = 0; i < codes.size(); ++i) pairs.emplace(codes[i], found.ids[i]);
  EXPECT_EQ(std::ssize(pairs), set.size());
  EXPECT_EQ(std::ssize(ids), set.size());
  if (!ids.empty()) EXPECT_TRUE(*ids.begin() == 0 && *ids.rbegin() == set.size() - 1);
}

TEST(KeySet, MapAndHashTableFindTheSame) {
  std::mt19937 random(51);
  for (uint64_t bound : {1, 2, 63, 64, 65, 128, 1'000, 100'000}) {
    std::vector<uint64_t> codes(200);
    for (uint64_t& code : codes) code = random() % bound / 2 * 2;
    codes.push_back(bound - 1);
    KeySet map(codes.data(), std::ssize(codes), bound);
    KeySet hash(codes.data(), std::ssize(codes), std::nullopt);
    EXPECT_TRUE(map.is_dense());
    EXPECT_FALSE(hash.is_dense());
    EXPECT_EQ(map.size(), hash.size());
    expect_numbering(map, codes);
    expect_numbering(hash, codes);
    std::vector<uint64_t> others(300);
    for (uint64_t& code : others) code = random() % bound;
    auto is_key = [&](int32_t row) { return std::ranges::count(codes, others[row]) > 0; };
    for (const Selection& selection : primitives::selections_for_test(300)) {
      Found in_map = found_in(map, others, selection);
      EXPECT_EQ(in_map.rows, primitives::rows_that(selection, 300, is_key));
      EXPECT_EQ(found_in(hash, others, selection).rows, in_map.rows);
    }
  }
}

TEST(KeySet, LargeCodesAreFoundByHash) {
  constexpr uint64_t largest = std::numeric_limits<uint64_t>::max();
  const std::vector<uint64_t> codes = {largest, 0, largest - 1, uint64_t{1} << 63, 0};
  for (std::optional<uint64_t> bound : {std::optional<uint64_t>(), std::optional(largest)}) {
    KeySet set(codes.data(), std::ssize(codes), bound);
    EXPECT_FALSE(set.is_dense());
    EXPECT_EQ(set.size(), 4);
    expect_numbering(set, codes);
    EXPECT_TRUE(found_in(set, {1, largest - 2, uint64_t{1} << 62}, std::nullopt).rows.empty());
  }
}

TEST(KeySet, WithoutKeysFindsNothing) {
  for (std::optional<uint64_t> bound : {std::optional<uint64_t>(), std::optional<uint64_t>(1)}) {
    KeySet set(nullptr, 0, bound);
    EXPECT_EQ(set.size(), 0);
    EXPECT_TRUE(found_in(set, {0}, std::nullopt).rows.empty());
  }
}

template <class Value>
void expect_values_found(int64_t low, const std::vector<uint64_t>& codes, uint64_t bound) {
  KeySet set(codes.data(), std::ssize(codes), bound);
  std::vector<Value> values = primitives::extremes<Value>();
  for (int64_t code = -3; code < static_cast<int64_t>(bound) + 3; ++code) {
    values.push_back(static_cast<Value>(low + code));
  }
  auto is_key = [&](int32_t row) {
    columns::Int128 code = columns::Int128{values[row]} - low;
    return std::ranges::any_of(codes, [&](uint64_t each) { return code == each; });
  };
  for (const Selection& selection : primitives::selections_for_test(std::ssize(values))) {
    std::vector<int32_t> ids(values.size());
    auto find = [&](columns::Rows rows, int32_t* selected) {
      return set.find_values(
          {columns::storage_of<Value>(), reinterpret_cast<const std::byte*>(values.data())}, low,
          false, rows, selected, ids.data());
    };
    EXPECT_EQ(primitives::selected_by(find, selection, std::ssize(values)),
              primitives::rows_that(selection, std::ssize(values), is_key));
  }
}

TEST(KeySet, ValuesOutsideTheRangeAreNotFound) {
  for (uint64_t bound : {5, 64, 65}) {
    const std::vector<uint64_t> codes = {0, 3, bound - 1};
    expect_values_found<uint8_t>(100, codes, bound);
    expect_values_found<int32_t>(-40, codes, bound);
    expect_values_found<int64_t>(-40, codes, bound);
    expect_values_found<int64_t>(std::numeric_limits<int64_t>::min() + 3, codes, bound);
  }
}

}  // namespace
}  // namespace engine::operators

// Numbering keys, against std::map.
#include "operators/integer_ids.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <vector>

namespace engine::operators {
namespace {

constexpr uint64_t largest_key = std::numeric_limits<uint64_t>::max();

// Dense ones, sparse ones and ones that differ in their high bits only.
std::vector<uint64_t> keys_to_number() {
  std::mt19937_64 random(31);
  std::vector<uint64_t> keys = {0, largest_key, 1, 0, largest_key};
  for (uint64_t i = 0; i < 3'000; ++i) {
    keys.push_back(i % 700);
    keys.push_back(random());
    keys.push_back((random() % 500) << 55);
  }
  return keys;
}

TEST(IntegerIds, KeysAreNumberedAsTheyFirstCome) {
  IntegerIds ids;
  std::map<uint64_t, int32_t> expected;
  for (uint64_t key : keys_to_number()) {
    if (!expected.contains(key)) EXPECT_EQ(ids.find(key), IntegerIds::none);
    int32_t id = expected.try_emplace(key, static_cast<int32_t>(expected.size())).first->second;
    EXPECT_EQ(ids.add(key), id);
    EXPECT_EQ(ids.find(key), id);
  }
  ASSERT_EQ(ids.size(), std::ssize(expected));
  for (const auto& [key, id] : expected) {
    EXPECT_EQ(ids.keys()[id], key);
    EXPECT_EQ(ids.find(key), id);
  }
}

TEST(IntegerIds, RoomMadeBeforeOrBetweenChangesNoId) {
  std::vector<uint64_t> keys = keys_to_number();
  IntegerIds plain;
  IntegerIds reserved;
  reserved.reserve(0);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 1'000) reserved.reserve(100'000);
    if (i == 2'000) reserved.reserve(1);
    EXPECT_EQ(reserved.add(keys[i]), plain.add(keys[i]));
  }
}

TEST(IntegerIds, SelectedKeysGetTheirIdsSideBySide) {
  const std::vector<uint64_t> keys = {7, 8, 9, 7, 5};
  const std::vector<int32_t> rows = {0, 3, 4};
  IntegerIds ids;
  std::vector<int32_t> numbers(3);
  ids.add_all(keys.data(), {rows.data(), 3}, numbers.data());
  EXPECT_EQ(numbers, (std::vector<int32_t>{0, 0, 1}));
  EXPECT_EQ(ids.find(8), IntegerIds::none);
}

}  // namespace
}  // namespace engine::operators

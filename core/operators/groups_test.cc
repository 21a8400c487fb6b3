// Numbering groups in each way, against std::map.
#include "operators/groups.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "operators/keys_for_test.h"

namespace engine::operators {
namespace {

using expressions::InputForTest;

constexpr int64_t rows_to_group = 300;

std::set<std::string> keys_of_groups(const Groups& groups, const columns::Schema& schema) {
  std::vector<int32_t> occupied = groups.occupied();
  columns::Table keys(schema, std::ssize(occupied));
  for (std::size_t key = 0; key < schema.size(); ++key) {
    groups.write_keys(occupied, static_cast<int64_t>(key), keys.columns[key].writable_bytes());
  }
  std::set<std::string> texts;
  for (int64_t row = 0; row < keys.row_count; ++row) texts.insert(keys_text(keys, row));
  EXPECT_EQ(std::ssize(texts), keys.row_count);
  return texts;
}

void expect_groups(Grouping grouping, const InputForTest& input, const std::string& name) {
  for (const primitives::Selection& selection : primitives::selections_for_test(rows_to_group)) {
    Groups groups(grouping, input.attributes);
    std::map<std::string, int32_t> by_keys;
    std::set<std::string> expected;
    // Twice: groups of a first batch are found again.
    for (int round = 0; round < (grouping == Grouping::ordered ? 1 : 2); ++round) {
      columns::Batch batch = input.batch();
      std::vector<int32_t> rows = primitives::listed(selection, rows_to_group);
      std::vector<int32_t> numbers(rows.size());
      groups.assign(batch.columns, batch, primitives::rows_of(selection, rows_to_group),
                    numbers.data());
      for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string keys = keys_text(input.table, rows[i]);
        EXPECT_EQ(by_keys.try_emplace(keys, numbers[i]).first->second, numbers[i]) << name;
        EXPECT_LT(numbers[i], groups.capacity());
        expected.insert(keys);
      }
    }
    EXPECT_EQ(keys_of_groups(groups, input.table.schema), expected) << name;
  }
}

TEST(Groups, EqualKeysAreOneGroupHoweverTheyAreNumbered) {
  std::mt19937 random(81);
  for (const std::vector<KeyKind>& kinds : kinds_of_keys()) {
    InputForTest input = input_of_keys(kinds, rows_to_group, false, random);
    expect_groups(Grouping::hash, input, name_of(kinds));
    std::optional<uint64_t> bound = KeyCoder(input.attributes).bound();
    if (bound && *bound < 1'000'000) expect_groups(Grouping::perfect, input, name_of(kinds));
  }
}

TEST(Groups, OfAnAscendingKeyEndWhereItChanges) {
  std::vector<int64_t> keys;
  for (int64_t row = 0; row < rows_to_group; ++row) keys.push_back(row / 7 * 1'000'000'000'000 - 5);
  InputForTest input(columns::table_for_test({columns::integers_for_test("k", keys)}));
  expect_groups(Grouping::ordered, input, "ordered");
}

TEST(Groups, WithoutKeysAreOneEvenOverNoRows) {
  Groups groups(Grouping::one, {});
  EXPECT_EQ(groups.capacity(), 1);
  EXPECT_EQ(groups.occupied(), std::vector<int32_t>{0});
  columns::Batch batch = {.row_count = 3};
  std::vector<int32_t> numbers(3, 7);
  groups.assign({}, batch, batch.rows(), numbers.data());
  EXPECT_EQ(numbers, (std::vector<int32_t>{0, 0, 0}));
}

}  // namespace
}  // namespace engine::operators

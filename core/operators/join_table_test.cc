// Finding rows by key, against comparing every pair of rows.
#include "operators/join_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "operators/keys_for_test.h"

namespace engine::operators {
namespace {

using expressions::InputForTest;

constexpr int64_t probe_count = 100;

Expressions bound_keys(const InputForTest& input) {
  Expressions keys;
  for (const columns::Attribute& each : input.attributes) {
    keys.push_back(expressions::bind_column(each.name, input.attributes));
  }
  return keys;
}

JoinTable join_table_of(const InputForTest& build) {
  auto rows = std::make_shared<Relation>(relation_of(build.table, build.attributes));
  return JoinTable(std::move(rows), bound_keys(build), JoinTable::Use::rows);
}

// "probe:build build ..." for each probe row, as the table gives them.
std::string matches_of(const JoinTable& table, const InputForTest& probe) {
  columns::Batch batch = probe.batch();
  std::vector<int32_t> ids(probe_count);
  std::vector<bool> within(probe.attributes.size(), false);
  columns::Rows found = table.find(bound_keys(probe), within, batch, ids.data());
  std::string text;
  for (int64_t i = 0; i < found.count; ++i) {
    int32_t row = found.indexes[i];
    text += std::to_string(row) + ":";
    if (table.is_unique()) {
      text += std::to_string(table.row_of(ids[row])) + " ";
      continue;
    }
    for (int32_t match : table.rows_of(ids[row])) text += std::to_string(match) + " ";
  }
  return text;
}

std::string matches_by_pairs(const InputForTest& build, const InputForTest& probe) {
  std::string text;
  for (int64_t row = 0; row < probe_count; ++row) {
    std::string matches;
    for (int64_t match = 0; match < build.table.row_count; ++match) {
      if (keys_text(probe.table, row) == keys_text(build.table, match)) {
        matches += std::to_string(match) + " ";
      }
    }
    if (!matches.empty()) text += std::to_string(row) + ":" + matches;
  }
  return text;
}

TEST(JoinTable, FindsTheRowsOfEachKeyInTheirOrder) {
  std::mt19937 random(61);
  for (const std::vector<KeyKind>& kinds : kinds_of_keys()) {
    for (int64_t build_count : {0, 1, 2, 150}) {
      InputForTest build = input_of_keys(kinds, build_count, false, random);
      JoinTable table = join_table_of(build);
      for (bool wide : {false, true}) {
        InputForTest probe = input_of_keys(kinds, probe_count, wide, random);
        EXPECT_EQ(matches_of(table, probe), matches_by_pairs(build, probe)) << name_of(kinds);
      }
    }
  }
}

TEST(JoinTable, DifferentKeysNeedNotComeInOrder) {
  const std::vector<std::vector<int64_t>> unique = {
      {3, 1, 2}, {1, 2, 3}, {-5'000'000'000, 7, 1}, {9, 8, 7'000'000'000}};
  for (const std::vector<int64_t>& keys : unique) {
    InputForTest build(columns::table_for_test({columns::integers_for_test("k0", keys)}));
    JoinTable table = join_table_of(build);
    ASSERT_TRUE(table.is_unique());
    std::vector<int32_t> ids = table.ids_of_rows();
    for (std::size_t row = 0; row < keys.size(); ++row) {
      EXPECT_EQ(table.row_of(ids[row]), static_cast<int32_t>(row));
    }
  }
}

TEST(JoinTable, KeysOfOneStorageFindThoseOfAnother) {
  InputForTest build(columns::table_for_test({columns::column_for_test<uint8_t>(
      "k", columns::integer(columns::Storage::uint8), {255, 0, 7})}));
  std::vector<int64_t> keys(probe_count, -1);
  keys[3] = 255;
  keys[5] = 256;
  keys[9] = 7;
  InputForTest probe(columns::table_for_test({columns::integers_for_test("k", keys)}));
  EXPECT_EQ(matches_of(join_table_of(build), probe), "3:0 9:2 ");
}

}  // namespace
}  // namespace engine::operators

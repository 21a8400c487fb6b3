// Orders of rows, against comparing them column by column.
#include "operators/sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <compare>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "operators/keys_for_test.h"

namespace engine::operators {
namespace {

using columns::Int128;

constexpr int64_t rows_to_sort = 200;

columns::Table columns_to_sort(std::mt19937& random) {
  std::vector<Int128> wide;
  std::vector<Int128> widest;
  Int128 low = columns::range_of(columns::Storage::int128).low;
  for (int64_t row = 0; row < rows_to_sort; ++row) {
    wide.push_back((Int128{random() % 5} - 2) << 70 | random() % 2);
    widest.push_back(random() % 2 == 0 ? low + random() % 2 : ~low - random() % 2);
  }
  columns::Type type = columns::integer(columns::Storage::int128);
  std::vector<columns::NamedColumn> columns = {columns::column_for_test("wide", type, wide),
                                               columns::column_for_test("widest", type, widest)};
  for (KeyKind kind : {KeyKind::same, KeyKind::small, KeyKind::byte, KeyKind::whole_32,
                       KeyKind::whole_64, KeyKind::text}) {
    columns.push_back(
        keys_for_test(kind, "k" + std::to_string(columns.size()), rows_to_sort, false, random));
  }
  return columns::table_for_test(std::move(columns));
}

std::strong_ordering order_of(const columns::Column& column, int64_t a, int64_t b) {
  if (column.type().storage == columns::Storage::string) {
    return expressions::value_text(column, a) <=> expressions::value_text(column, b);
  }
  Int128 left = columns::value_at(column, a);
  Int128 right = columns::value_at(column, b);
  if (left == right) return std::strong_ordering::equal;
  return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
}

std::vector<int32_t> stably_sorted(const columns::Table& table,
                                   const std::vector<SortColumn>& columns) {
  std::vector<int32_t> rows(table.row_count);
  std::iota(rows.begin(), rows.end(), 0);
  std::ranges::sort(rows, [&](int32_t a, int32_t b) {
    for (const SortColumn& each : columns) {
      std::strong_ordering order = order_of(table.columns[each.position], a, b);
      if (order != 0) return each.descending ? order > 0 : order < 0;
    }
    return a < b;
  });
  return rows;
}

TEST(Sort, IsStableWhateverTheColumns) {
  std::mt19937 random(71);
  columns::Table table = columns_to_sort(random);
  Relation relation = relation_of(table, columns::measured_attributes(table));
  for (int round = 0; round < 300; ++round) {
    std::vector<SortColumn> columns(round % 4);
    for (SortColumn& each : columns) {
      each = {.position = static_cast<int64_t>(random() % table.columns.size()),
              .descending = random() % 2 == 0};
    }
    std::vector<int32_t> expected = stably_sorted(table, columns);
    EXPECT_EQ(sorted_rows(relation, columns, std::nullopt), expected) << "round " << round;
    for (int64_t limit : {0, 1, 50, 199, 200, 1'000}) {
      std::vector<int32_t> first = expected;
      first.resize(std::min(limit, rows_to_sort));
      EXPECT_EQ(sorted_rows(relation, columns, limit), first) << "round " << round;
    }
  }
}

TEST(Sort, OfNoRowsIsNone) {
  columns::Table table = columns::table_for_test({columns::integers_for_test("a", {})});
  Relation relation = relation_of(table, columns::measured_attributes(table));
  EXPECT_TRUE(sorted_rows(relation, {{0, false}}, std::nullopt).empty());
  EXPECT_TRUE(sorted_rows(relation, {{0, true}}, 5).empty());
}

}  // namespace
}  // namespace engine::operators

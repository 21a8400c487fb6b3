// The rules of lineitem, at scale factor 0.01.
#include "tpch/lineitem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "columns/canonical_text.h"
#include "columns/date.h"
#include "tpch/scale.h"

namespace engine::tpch {
namespace {

constexpr double scale_factor = 0.01;
constexpr int64_t row_count = 60'175;

std::vector<std::string> rows_of(const columns::Table& table) {
  std::vector<std::string> rows;
  for (int64_t row = 0; row < table.row_count; ++row) {
    std::string text;
    for (const columns::Column& column : table.columns) {
      text += columns::canonical_text(column, row) + "|";
    }
    rows.push_back(text);
  }
  return rows;
}

TEST(Lineitem, IsTheSameForAnyNumberOfThreads) {
  std::vector<std::string> alone = rows_of(generate_lineitem(scale_factor, 1));
  ASSERT_EQ(std::ssize(alone), row_count);
  EXPECT_EQ(rows_of(generate_lineitem(scale_factor, 2)), alone);
  EXPECT_EQ(rows_of(generate_lineitem(scale_factor, 16)), alone);
}

TEST(Lineitem, NumbersTheLinesOfEachOrderFromOne) {
  columns::Table table = generate_lineitem(scale_factor, 2);
  const int64_t* keys = table.column("l_orderkey").values<int64_t>();
  const int32_t* numbers = table.column("l_linenumber").values<int32_t>();
  int64_t orders = 0;
  for (int64_t row = 0; row < table.row_count; ++row) {
    bool first = row == 0 || keys[row] != keys[row - 1];
    ASSERT_EQ(numbers[row], first ? 1 : numbers[row - 1] + 1) << "row " << row;
    orders += first;
  }
  EXPECT_EQ(orders, order_count(scale_factor));
  // Eight keys of every 32 are used: the 15,000th is in the 1,876th group.
  EXPECT_EQ(keys[table.row_count - 1], 1'875 * 32);
}

TEST(Lineitem, KeysStayWithinTheTablesTheyReferTo) {
  columns::Table table = generate_lineitem(scale_factor, 2);
  const int32_t* parts = table.column("l_partkey").values<int32_t>();
  const int32_t* suppliers = table.column("l_suppkey").values<int32_t>();
  auto [lowest_part, highest_part] = std::minmax_element(parts, parts + table.row_count);
  EXPECT_EQ(*lowest_part, 1);
  EXPECT_EQ(*highest_part, part_count(scale_factor));
  auto [lowest_supplier, highest_supplier] =
      std::minmax_element(suppliers, suppliers + table.row_count);
  EXPECT_EQ(*lowest_supplier, 1);
  EXPECT_EQ(*highest_supplier, supplier_count(scale_factor));
}

TEST(Lineitem, StatusAndFlagFollowFromTheDates) {
  columns::Table table = generate_lineitem(scale_factor, 2);
  const int32_t* shipped = table.column("l_shipdate").values<int32_t>();
  const int32_t* received = table.column("l_receiptdate").values<int32_t>();
  constexpr int32_t today = columns::date(1995, 6, 17);
  for (int64_t row = 0; row < table.row_count; ++row) {
    ASSERT_LT(shipped[row], received[row]);
    std::string status = columns::canonical_text(table.column("l_linestatus"), row);
    ASSERT_EQ(status, shipped[row] <= today ? "F" : "O") << "row " << row;
    std::string flag = columns::canonical_text(table.column("l_returnflag"), row);
    ASSERT_EQ(flag == "N", received[row] > today) << "row " << row;
  }
}

TEST(Lineitem, SizeIsKnownBeforehandToOnePercent) {
  columns::Table table = generate_lineitem(scale_factor, 2);
  int64_t bytes = 0;
  for (const columns::Field& field : table.schema) {
    bytes += table.row_count * columns::bytes_per_value(field.type.storage);
  }
  EXPECT_NEAR(static_cast<double>(expected_lineitem_bytes(scale_factor)), bytes, 0.01 * bytes);
}

TEST(Scale, OnlyNumbersFromAHundredthToAThousandAreValid) {
  for (double valid : {0.01, 1.0, 0.33, 1'000.0})
    EXPECT_TRUE(is_valid_scale_factor(valid)) << valid;
  for (double invalid : {0.0, -1.0, 0.0099, 1'000.5, 1e9, double{NAN}, double{INFINITY}}) {
    EXPECT_FALSE(is_valid_scale_factor(invalid)) << invalid;
  }
}

TEST(Scale, RowsAreCutToWholeOnes) {
  EXPECT_EQ(order_count(0.01), 15'000);
  EXPECT_EQ(order_count(1'000), 1'500'000'000);
  EXPECT_EQ(part_count(0.015), 3'000);
  EXPECT_EQ(supplier_count(0.01009), 100);
}

}  // namespace
}  // namespace engine::tpch

// The rules of lineitem, at scale factor 0.01.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "columns/canonical_text.h"
#include "columns/date.h"
#include "tpch/scale.h"
#include "tpch/table_for_test.h"

namespace engine::tpch {
namespace {

constexpr double scale_factor = 0.01;

TEST(Lineitem, NumbersTheLinesOfEachOrderFromOne) {
  columns::Table table = lineitem_without_comment(scale_factor, 2);
  const int32_t* keys = table.column("l_orderkey").values<int32_t>();
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
  columns::Table table = lineitem_without_comment(scale_factor, 2);
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
  columns::Table table = lineitem_without_comment(scale_factor, 2);
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

}  // namespace
}  // namespace engine::tpch

// lineitem at scale factor 0.01. The hashes are our own: taken when the generator's output at scale
// factor 1, with comments added, had the SHA-1 of what dbgen writes.
#include "tpch/lineitem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "columns/canonical_text.h"
#include "columns/date.h"
#include "result_hash.h"
#include "tpch/scale.h"

namespace engine::tpch {
namespace {

constexpr double scale_factor = 0.01;
constexpr int64_t row_count = 60'175;

std::string hash_of(const columns::Table& table, const std::string& column) {
  std::string text;
  for (int64_t row = 0; row < table.row_count; ++row) {
    text += columns::canonical_text(table.column(column), row) + "\n";
  }
  return result_hash(text);
}

std::map<std::string, std::string> hashes_of(const columns::Table& table) {
  std::map<std::string, std::string> hashes;
  for (const columns::Field& field : table.schema) hashes[field.name] = hash_of(table, field.name);
  return hashes;
}

TEST(Lineitem, EveryColumnHasItsKnownHash) {
  columns::Table table = generate_lineitem(scale_factor, 2);
  EXPECT_EQ(table.row_count, row_count);
  std::map<std::string, std::string> known = {
      {"l_orderkey", "a2093a4cc09407af"},    {"l_partkey", "bdcf543fd883a837"},
      {"l_suppkey", "8d1e815e14b1f9d9"},     {"l_linenumber", "c7ff0a12ef76eccc"},
      {"l_quantity", "9c9a70558af9d8a8"},    {"l_extendedprice", "7c0c8a809ff63f95"},
      {"l_discount", "203b1e29ed5b2be6"},    {"l_tax", "94254fa93c1c8826"},
      {"l_returnflag", "41f24deb48b5f3fc"},  {"l_linestatus", "bcd5aa799c167c2f"},
      {"l_shipdate", "4bc575f4bd159757"},    {"l_commitdate", "77ed8fa4009f1bcd"},
      {"l_receiptdate", "7b40abfdcdcdd7a2"}, {"l_shipinstruct", "aad7a93317df613b"},
      {"l_shipmode", "f1adbe3b8b94d28a"},
  };
  EXPECT_EQ(hashes_of(table), known);
}

TEST(Lineitem, IsTheSameForAnyNumberOfThreads) {
  std::map<std::string, std::string> alone = hashes_of(generate_lineitem(scale_factor, 1));
  EXPECT_EQ(hashes_of(generate_lineitem(scale_factor, 2)), alone);
  EXPECT_EQ(hashes_of(generate_lineitem(scale_factor, 16)), alone);
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

// Ranges and order, as measured.
#include "columns/statistics.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "columns/table_for_test.h"

namespace engine::columns {
namespace {

template <class Value>
Attribute measured(const std::vector<Value>& values) {
  Type type = integer(storage_of<Value>());
  return measured_attributes(table_for_test({column_for_test("a", type, values)})).front();
}

template <class Value>
void expect_whole_range_is_measured() {
  Range all = range_of(storage_of<Value>());
  Attribute attribute =
      measured(std::vector{Value{1}, static_cast<Value>(all.high), static_cast<Value>(all.low)});
  EXPECT_TRUE(attribute.range.low == all.low && attribute.range.high == all.high);
  EXPECT_EQ(attribute.order, Order::unknown);
}

TEST(Statistics, RangeGoesToTheEndsOfEachStorage) {
  expect_whole_range_is_measured<uint8_t>();
  expect_whole_range_is_measured<int32_t>();
  expect_whole_range_is_measured<int64_t>();
  expect_whole_range_is_measured<Int128>();
}

TEST(Statistics, OrderIsStrictOnlyWithoutRepeats) {
  EXPECT_EQ(measured<int32_t>({-3, 0, 7}).order, Order::strictly_ascending);
  EXPECT_EQ(measured<int32_t>({-3, 0, 0, 7}).order, Order::ascending);
  EXPECT_EQ(measured<int32_t>({4, 4}).order, Order::ascending);
  EXPECT_EQ(measured<int32_t>({-3, 0, -1, 7}).order, Order::unknown);
  EXPECT_EQ(measured<int32_t>({0, 7, 6}).order, Order::unknown);
}

TEST(Statistics, OneRowIsARangeOfOneAndStrictlyAscending) {
  Attribute attribute = measured<int64_t>({-42});
  EXPECT_TRUE(attribute.range.low == -42 && attribute.range.high == -42);
  EXPECT_EQ(attribute.order, Order::strictly_ascending);
}

TEST(Statistics, NoRowsAreAtZero) {
  Attribute attribute = measured<uint8_t>({});
  EXPECT_TRUE(attribute.range.low == 0 && attribute.range.high == 0);
  EXPECT_EQ(attribute.order, Order::strictly_ascending);
}

TEST(Statistics, TextsHaveNeitherRangeNorOrder) {
  Table table = table_for_test({texts_for_test("t", {"a", "b"}), integers_for_test("n", {2, 1})});
  Attributes attributes = measured_attributes(table);
  EXPECT_EQ(attributes[0].name, "t");
  EXPECT_EQ(attributes[0].order, Order::unknown);
  EXPECT_TRUE(attributes[0].range.low == 0 && attributes[0].range.high == 0);
  EXPECT_EQ(find_position(attributes, "n"), 1);
  EXPECT_EQ(find_position(attributes, "N"), std::nullopt);
}

}  // namespace
}  // namespace engine::columns

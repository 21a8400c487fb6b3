// All eight tables at scale factor 0.01, as text.
#include "tpch/tables.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "alloc/accounting.h"
#include "tpch/scale.h"
#include "tpch/schema.h"
#include "tpch/table_for_test.h"
#include "tpch/tbl_writer.h"

namespace engine::tpch {
namespace {

std::string text_of(const columns::Table& table) {
  std::string text;
  write_tbl(table, 2, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(Tables, PartsMakeTheWholeForAnyNumberOfThreads) {
  TextPoolSource texts;
  std::shared_ptr<const TextPool> pool = texts.pool();  // once, for all
  for (const TableDefinition& table : tables()) {
    std::string whole = text_of(table.generate({.scale_factor = 0.01, .threads = 1}, texts));
    ASSERT_FALSE(whole.empty());
    for (int64_t parts : {2, 7}) {
      std::string joined;
      for (int64_t part = 1; part <= parts; ++part) {
        joined += text_of(table.generate({0.01, part, parts, {}, 3}, texts));
      }
      EXPECT_TRUE(joined == whole) << table.name << " in " << parts << " parts";
    }
  }
}

TEST(Tables, MorePartsThanRowsAreAllowed) {
  columns::Table table = table_for_test("region", {.part = 1, .parts = 100, .columns = {"r_name"}});
  EXPECT_EQ(table.row_count, 0);
  table = table_for_test("region", {.part = 100, .parts = 100, .columns = {"r_name"}});
  EXPECT_EQ(text_of(table), "MIDDLE EAST|\n");
}

TEST(Tables, ChosenColumnsAreThoseOfTheWholeTable) {
  for (const TableDefinition& table : tables()) {
    std::vector<std::string> names = all_but_comment(table.name);
    columns::Table together = table_for_test(table.name, {.scale_factor = 0.01, .columns = names});
    for (const std::string& name : names) {
      columns::Table alone = table_for_test(table.name, {.scale_factor = 0.01, .columns = {name}});
      ASSERT_EQ(alone.columns.size(), 1u);
      columns::Table expected({}, together.row_count);
      expected.schema = {{name, together.column(name).type()}};
      expected.columns = {together.column(name)};
      EXPECT_TRUE(text_of(alone) == text_of(expected)) << name;
    }
  }
}

TEST(Tables, OrderKeysAreWideOnlyWhereTheyMustBe) {
  auto storage = [](double scale_factor) {
    return orders_schema(scale_factor).front().type.storage;
  };
  EXPECT_EQ(storage(1), columns::Storage::int32);
  EXPECT_EQ(storage(357), columns::Storage::int32);
  EXPECT_EQ(storage(358), columns::Storage::int64);
}

// The last rows of a table of 1.5 billion orders, whose keys need 33 bits.
TEST(Tables, WideOrderKeysAreWritten) {
  Request request = {.scale_factor = 1'000,
                     .part = 1'000'000,
                     .parts = 1'000'000,
                     .columns = {"o_orderkey", "l_orderkey"}};
  columns::Table orders = table_for_test("orders", request);
  EXPECT_EQ(orders.row_count, 1'500);
  EXPECT_EQ(orders.column("o_orderkey").values<int64_t>()[1'499], 6'000'000'000);
  columns::Table lines = table_for_test("lineitem", request);
  EXPECT_EQ(lines.column("l_orderkey").values<int64_t>()[lines.row_count - 1], 6'000'000'000);
}

TEST(Tables, BytesAreKnownBeforehandToAFewPercent) {
  for (const TableDefinition& table : tables()) {
    Request request = {.scale_factor = 0.2, .columns = all_but_comment(table.name)};
    int64_t before = alloc::exact_balance();
    columns::Table generated = table_for_test(table.name, request);
    double bytes = static_cast<double>(alloc::exact_balance() - before);
    double expected = static_cast<double>(expected_bytes(table, request));
    EXPECT_NEAR(expected, bytes, 0.15 * bytes + 100'000) << table.name;
  }
  EXPECT_GT(expected_bytes(*find_table("region"), {}), text_pool_bytes);
  EXPECT_EQ(find_table("regions"), nullptr);
}

}  // namespace
}  // namespace engine::tpch

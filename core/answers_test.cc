// What is generated and answered, against known values: at scale factor 0.01 our own, at 1 the
// official ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "columns/canonical_text.h"
#include "columns/date.h"
#include "result.h"
#include "result_hash.h"
#include "tpch/official_answers.h"
#include "tpch/queries.h"
#include "tpch/table_for_test.h"
#include "tpch/tables.h"
#include "tpch/tbl_writer.h"
#include "tpch/text_pool.h"

namespace engine {
namespace {

std::string hash_of(const columns::Table& table, const std::string& column) {
  std::string text;
  for (int64_t row = 0; row < table.row_count; ++row) {
    text += columns::canonical_text(table.column(column), row) + "\n";
  }
  return result_hash(text);
}

// Our own, taken when the generator's rows at scale factor 1 had the SHA-1 of what dbgen writes.
TEST(Answers, GeneratedColumnsHaveTheirKnownHashes) {
  columns::Table table = tpch::lineitem_without_comment(0.01, 2);
  EXPECT_EQ(table.row_count, 60'175);
  const std::map<std::string, std::string> known = {
      {"l_orderkey", "a2093a4cc09407af"},    {"l_partkey", "bdcf543fd883a837"},
      {"l_suppkey", "8d1e815e14b1f9d9"},     {"l_linenumber", "c7ff0a12ef76eccc"},
      {"l_quantity", "9c9a70558af9d8a8"},    {"l_extendedprice", "7c0c8a809ff63f95"},
      {"l_discount", "203b1e29ed5b2be6"},    {"l_tax", "94254fa93c1c8826"},
      {"l_returnflag", "41f24deb48b5f3fc"},  {"l_linestatus", "bcd5aa799c167c2f"},
      {"l_shipdate", "4bc575f4bd159757"},    {"l_commitdate", "77ed8fa4009f1bcd"},
      {"l_receiptdate", "7b40abfdcdcdd7a2"}, {"l_shipinstruct", "aad7a93317df613b"},
      {"l_shipmode", "f1adbe3b8b94d28a"},
  };
  EXPECT_EQ(table.schema.size(), known.size());
  for (const auto& [column, hash] : known) EXPECT_EQ(hash_of(table, column), hash) << column;
}

// As above, of the whole text of each table and of the text that comments are pieces of.
TEST(Answers, GeneratedTablesHaveTheirKnownHashes) {
  tpch::TextPoolSource texts;
  std::shared_ptr<const tpch::TextPool> pool = texts.pool();  // once, for all
  EXPECT_EQ(result_hash(pool->text()), "09011f43d4e60579");
  const std::map<std::string_view, std::string> known = {
      {"customer", "6b690cce995cb715"}, {"lineitem", "ee411d23efcd2943"},
      {"nation", "66f96949939fa8fd"},   {"orders", "07cc8b362fda6d0b"},
      {"part", "896e14465325110d"},     {"partsupp", "5947b5ebab042b49"},
      {"region", "6022658d67392438"},   {"supplier", "9dc1002ee774699a"},
  };
  EXPECT_EQ(tpch::tables().size(), known.size());
  for (const tpch::TableDefinition& table : tpch::tables()) {
    std::string text;
    tpch::write_tbl(table.generate({.scale_factor = 0.01, .threads = 2}, texts), 2,
                    [&](std::string_view piece) { text += piece; });
    EXPECT_EQ(result_hash(text), known.at(table.name)) << table.name;
  }
}

TEST(Answers, DoNotDependOnThreadsOrBatchSize) {
  columns::Table lineitem = tpch::lineitem_without_comment(0.05, 2);  // five morsels
  for (const tpch::Query& query : tpch::queries()) {
    std::string expected = Result(query.run(lineitem, {.threads = 1, .batch_size = 1'024})).text;
    EXPECT_FALSE(expected.empty());
    for (int threads : {1, 2, 7}) {
      for (int64_t batch_size : {64, 65, 1'000, 8'192}) {
        Result result(query.run(lineitem, {.threads = threads, .batch_size = batch_size}));
        EXPECT_EQ(result.text, expected)
            << "Q" << query.number << ", " << threads << " threads, " << batch_size;
      }
    }
  }
}

TEST(Answers, HaveTheSpecificationsColumns) {
  columns::Table lineitem = tpch::lineitem_without_comment(0.01, 1);
  using Names = std::vector<std::string>;
  EXPECT_EQ(Result(tpch::q1(lineitem, {1, 1'024})).column_names,
            (Names{"l_returnflag", "l_linestatus", "sum_qty", "sum_base_price", "sum_disc_price",
                   "sum_charge", "avg_qty", "avg_price", "avg_disc", "count_order"}));
  EXPECT_EQ(Result(tpch::q6(lineitem, {1, 1'024})).column_names, Names{"revenue"});
}

std::string first_row(const columns::Table& table) {
  std::string text;
  for (const columns::Column& column : table.columns) {
    text += columns::canonical_text(column, 0) + "|";
  }
  return text;
}

int64_t count_late_lines(const columns::Table& lineitem) {
  const int32_t* commit_dates = lineitem.column("l_commitdate").values<int32_t>();
  const int32_t* receipt_dates = lineitem.column("l_receiptdate").values<int32_t>();
  int64_t count = 0;
  for (int64_t row = 0; row < lineitem.row_count; ++row) {
    count += receipt_dates[row] > commit_dates[row];
  }
  return count;
}

int64_t count_lines_of_q6(const columns::Table& lineitem) {
  const int32_t* ship_dates = lineitem.column("l_shipdate").values<int32_t>();
  const int64_t* discounts = lineitem.column("l_discount").values<int64_t>();
  const int64_t* quantities = lineitem.column("l_quantity").values<int64_t>();
  int64_t count = 0;
  for (int64_t row = 0; row < lineitem.row_count; ++row) {
    bool in_1994 =
        ship_dates[row] >= columns::date(1994, 1, 1) && ship_dates[row] < columns::date(1995, 1, 1);
    count += in_1994 && discounts[row] >= 5 && discounts[row] <= 7 && quantities[row] < 2'400;
  }
  return count;
}

int64_t count_lines_of_q1(const columns::Table& lineitem) {
  columns::Table summary = tpch::q1(lineitem, {2, 1'024});
  int64_t count = 0;
  for (int64_t row = 0; row < summary.row_count; ++row) {
    count += static_cast<int64_t>(columns::value_at(summary.column("count_order"), row));
  }
  return count;
}

void expect_official(const tpch::OfficialAnswer& answer, const columns::Table& lineitem) {
  const tpch::Query& query =
      *std::ranges::find(tpch::queries(), answer.query, &tpch::Query::number);
  constexpr operators::Execution executions[] = {{1, 1'024}, {2, 1'024}, {2, 64}, {1, 8'192}};
  for (const auto& [threads, batch_size] : executions) {
    Result result(query.run(lineitem, {threads, batch_size}));
    EXPECT_EQ(result.row_count, answer.rows);
    EXPECT_EQ(result.hash, answer.hash)
        << "Q" << answer.query << ", " << threads << " threads, batches of " << batch_size << ":\n"
        << result.text;
  }
}

// All that needs the 6 million rows of scale factor 1 stands in one test: they are generated once.
TEST(Answers, AreTheOfficialOnesAtScaleFactor1) {
  columns::Table lineitem = tpch::lineitem_without_comment(1, 2);
  ASSERT_EQ(lineitem.row_count, 6'001'215);
  EXPECT_EQ(first_row(lineitem),
            "1|155190|7706|1|17.00|21168.23|0.04|0.02|N|O|"
            "1996-03-13|1996-02-12|1996-03-22|DELIVER IN PERSON|TRUCK|");
  EXPECT_EQ(count_late_lines(lineitem), 3'793'296);
  EXPECT_EQ(count_lines_of_q1(lineitem), 5'916'591);
  EXPECT_EQ(count_lines_of_q6(lineitem), 114'160);
  for (const tpch::OfficialAnswer& answer : tpch::official_answers) {
    expect_official(answer, lineitem);
  }
}

}  // namespace
}  // namespace engine

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
#include "execution/catalog.h"
#include "execution/executor.h"
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

// All tables with the columns that queries read.
execution::Catalog tables_of_queries(double scale_factor) {
  execution::Catalog catalog;
  tpch::TextPoolSource texts;
  for (const tpch::TableDefinition& table : tpch::tables()) {
    bool reads_comment =
        table.name == "customer" || table.name == "orders" || table.name == "supplier";
    tpch::Request request = {.scale_factor = scale_factor, .threads = 2};
    if (!reads_comment) request.columns = tpch::all_but_comment(table.name);
    catalog.emplace(table.name, execution::StoredTable(table.generate(request, texts)));
  }
  return catalog;
}

Result result_of(const tpch::Query& query, const execution::Catalog& catalog,
                 const execution::Execution& execution) {
  int64_t suppliers = catalog.find("supplier")->second.table.row_count;
  execution::PlanMetrics metrics;
  return Result(
      execution::result_of(query.plan({.supplier_count = suppliers}), catalog, execution, metrics));
}

// At scale factor 0.05 lineitem has five morsels.
TEST(Answers, DoNotDependOnThreadsOrBatchSize) {
  execution::Catalog catalog = tables_of_queries(0.05);
  for (const tpch::Query& query : tpch::queries()) {
    std::string expected = result_of(query, catalog, {.threads = 1, .batch_size = 1'024}).text;
    for (int threads : {1, 2, 7}) {
      for (int64_t batch_size : {64, 65, 1'000, 8'192}) {
        EXPECT_EQ(result_of(query, catalog, {.threads = threads, .batch_size = batch_size}).text,
                  expected)
            << "Q" << query.number << ", " << threads << " threads, " << batch_size;
      }
    }
  }
}

TEST(Answers, HaveTheSpecificationsColumns) {
  using Names = std::vector<std::string>;
  auto names = [](int number) {
    return plan::output_names(tpch::queries()[number - 1].plan({.supplier_count = 1}));
  };
  EXPECT_EQ(names(1),
            (Names{"l_returnflag", "l_linestatus", "sum_qty", "sum_base_price", "sum_disc_price",
                   "sum_charge", "avg_qty", "avg_price", "avg_disc", "count_order"}));
  EXPECT_EQ(names(3), (Names{"l_orderkey", "revenue", "o_orderdate", "o_shippriority"}));
  EXPECT_EQ(names(6), Names{"revenue"});
  EXPECT_EQ(names(22), (Names{"cntrycode", "numcust", "totacctbal"}));
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

int64_t count_lines_of_q1(const execution::Catalog& catalog) {
  execution::PlanMetrics metrics;
  columns::Table summary =
      execution::result_of(tpch::q1({.supplier_count = 0}), catalog, {2, 1'024}, metrics);
  int64_t count = 0;
  for (int64_t row = 0; row < summary.row_count; ++row) {
    count += static_cast<int64_t>(columns::value_at(summary.column("count_order"), row));
  }
  return count;
}

// The canonical rows as the official answer has them.
std::string official_text(const tpch::OfficialAnswer& answer, std::string text) {
  std::string_view exact = answer.difference.exact;
  if (exact.empty()) return text;
  std::size_t found = text.find(exact);
  EXPECT_NE(found, std::string::npos) << exact;
  return text.replace(found, exact.size(), answer.difference.official);
}

void expect_official(const tpch::OfficialAnswer& answer, const execution::Catalog& catalog) {
  const tpch::Query& query =
      *std::ranges::find(tpch::queries(), answer.query, &tpch::Query::number);
  constexpr execution::Execution executions[] = {{1, 1'024}, {2, 1'024}, {2, 8'192}};
  for (const execution::Execution& execution : executions) {
    Result result = result_of(query, catalog, execution);
    EXPECT_EQ(result.row_count, answer.rows);
    EXPECT_EQ(result_hash(official_text(answer, result.text)), answer.hash)
        << "Q" << answer.query << ", " << execution.threads << " threads, batches of "
        << execution.batch_size << ":\n"
        << result.text.substr(0, 4'000);
  }
}

// All that needs the 6 million rows of scale factor 1 stands in one test: they are generated once.
TEST(Answers, AreTheOfficialOnesAtScaleFactor1) {
  execution::Catalog catalog = tables_of_queries(1);
  const columns::Table& lineitem = catalog.find("lineitem")->second.table;
  ASSERT_EQ(lineitem.row_count, 6'001'215);
  EXPECT_EQ(first_row(lineitem),
            "1|155190|7706|1|17.00|21168.23|0.04|0.02|N|O|"
            "1996-03-13|1996-02-12|1996-03-22|DELIVER IN PERSON|TRUCK|");
  EXPECT_EQ(count_late_lines(lineitem), 3'793'296);
  EXPECT_EQ(count_lines_of_q1(catalog), 5'916'591);
  EXPECT_EQ(count_lines_of_q6(lineitem), 114'160);
  for (const tpch::OfficialAnswer& answer : tpch::official_answers) {
    expect_official(answer, catalog);
  }
}

}  // namespace
}  // namespace engine

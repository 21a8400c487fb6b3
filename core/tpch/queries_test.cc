// The queries at scale factor 0.01, where hashes are our own, and at 1, where they are those of the
// official answers.
#include "tpch/queries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "columns/date.h"
#include "result.h"
#include "tpch/lineitem.h"
#include "tpch/official_answers.h"

namespace engine::tpch {
namespace {

TEST(Queries, ResultDoesNotDependOnThreadsOrBatchSize) {
  columns::Table lineitem = generate_lineitem(0.01, 2);
  for (const Query& query : queries()) {
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

TEST(Queries, HaveTheSpecificationsColumns) {
  columns::Table lineitem = generate_lineitem(0.01, 1);
  using Names = std::vector<std::string>;
  EXPECT_EQ(Result(q1(lineitem, {1, 1'024})).column_names,
            (Names{"l_returnflag", "l_linestatus", "sum_qty", "sum_base_price", "sum_disc_price",
                   "sum_charge", "avg_qty", "avg_price", "avg_disc", "count_order"}));
  EXPECT_EQ(Result(q6(lineitem, {1, 1'024})).column_names, Names{"revenue"});
}

// All that needs the 6 million rows of scale factor 1 stands in one test: they are generated once.
TEST(Queries, GiveTheOfficialAnswersAtScaleFactor1) {
  columns::Table lineitem = generate_lineitem(1, 2);
  ASSERT_EQ(lineitem.row_count, 6'001'215);

  const int32_t* ship_dates = lineitem.column("l_shipdate").values<int32_t>();
  const int32_t* commit_dates = lineitem.column("l_commitdate").values<int32_t>();
  const int32_t* receipt_dates = lineitem.column("l_receiptdate").values<int32_t>();
  const int64_t* discounts = lineitem.column("l_discount").values<int64_t>();
  const int64_t* quantities = lineitem.column("l_quantity").values<int64_t>();
  int64_t late_lines = 0;
  int64_t lines_of_q6 = 0;
  for (int64_t row = 0; row < lineitem.row_count; ++row) {
    late_lines += receipt_dates[row] > commit_dates[row];
    lines_of_q6 += ship_dates[row] >= columns::date(1994, 1, 1) &&
                   ship_dates[row] < columns::date(1995, 1, 1) && discounts[row] >= 5 &&
                   discounts[row] <= 7 && quantities[row] < 2'400;
  }
  EXPECT_EQ(late_lines, 3'793'296);
  EXPECT_EQ(lines_of_q6, 114'160);

  for (const OfficialAnswer& answer : official_answers) {
    const Query* query = std::ranges::find(queries(), answer.query, &Query::number).base();
    for (operators::Execution execution :
         {operators::Execution{1, 1'024}, {2, 1'024}, {2, 64}, {1, 8'192}}) {
      Result result(query->run(lineitem, execution));
      EXPECT_EQ(result.row_count, answer.rows);
      EXPECT_EQ(result.hash, answer.hash)
          << "Q" << answer.query << ", " << execution.threads << " threads, batches of "
          << execution.batch_size << ":\n"
          << result.text;
    }
  }

  columns::Table summary = q1(lineitem, {2, 1'024});
  int64_t lines_of_q1 = 0;
  for (int64_t row = 0; row < summary.row_count; ++row) {
    lines_of_q1 += static_cast<int64_t>(columns::value_at(summary.column("count_order"), row));
  }
  EXPECT_EQ(lines_of_q1, 5'916'591);
}

}  // namespace
}  // namespace engine::tpch

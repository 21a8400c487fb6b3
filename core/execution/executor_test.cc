// What plans give beside joins and groups: group joins, single rows, orders, and errors.
#include "execution/executor.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "execution/plan_for_test.h"

namespace engine::execution {
namespace {

using plan::ascending;
using plan::column;
using plan::descending;
using plan::number;
using plan::scan;
using plan::text;

// Five rows of n, k and t; none of the same columns in "empty", whose word column has one word.
Catalog small_catalog() {
  Catalog catalog;
  catalog.emplace(
      "five",
      StoredTable(columns::table_for_test(
          {columns::integers_for_test("n", {1, 2, 3, 4, 5}),
           columns::integers_for_test("k", {7, 8, 7, 9, 8}),
           columns::texts_for_test("t", {"one", "two", "a text of some length", "four", ""})})));
  catalog.emplace(
      "others",
      StoredTable(columns::table_for_test({columns::integers_for_test("o", {8, 7, 8, 6}),
                                           columns::integers_for_test("v", {10, -20, 30, 40})})));
  auto dictionary = std::make_shared<columns::Dictionary>(std::vector<std::string>{"w"});
  catalog.emplace("empty",
                  StoredTable(columns::table_for_test(
                      {columns::integers_for_test("e", {}), columns::texts_for_test("u", {}),
                       columns::words_for_test("w", dictionary, {})})));
  return catalog;
}

plan::Builder five() { return scan("five", {"n", "k", "t"}); }
plan::Builder others() { return scan("others", {"o", "v"}); }
plan::Builder empty() { return scan("empty", {"e", "u", "w"}); }

TEST(Executor, GroupJoinGivesARowForEachKeptRowWhateverItsKey) {
  std::vector<plan::AggregateCall> calls = {
      plan::count("rows"), plan::sum("sum", column("v")), plan::average("average", column("v")),
      plan::minimum("least", column("v")), plan::maximum("largest", column("v"))};
  Catalog catalog = small_catalog();
  expect_rows(five()
                  .group_join(others(), {{"o", "k"}}, calls)
                  .project({"n", "t", "rows", "sum", "average", "least", "largest"}),
              catalog,
              "1|one|1|-20|-20.00|-20|-20\n"
              "2|two|2|40|20.00|10|30\n"
              "3|a text of some length|1|-20|-20.00|-20|-20\n"
              "4|four|0|0|0.00|0|0\n"
              "5||2|40|20.00|10|30\n");
  expect_rows(five().group_join(empty(), {{"e", "k"}}, {plan::count("rows")}).project({"rows"}),
              catalog, "0\n0\n0\n0\n0\n");
  expect_rows(empty().group_join(five(), {{"k", "e"}}, {plan::count("rows")}), catalog, "");
}

TEST(Executor, ASingleRowIsAddedToEachRow) {
  Catalog catalog = small_catalog();
  plan::Builder row = scan("five", {"n", "t"})
                          .filter(column("n") == number(3))
                          .project({{"m", column("n")}, {"s", column("t")}});
  expect_rows(others().with_scalar(std::move(row)), catalog,
              "8|10|3|a text of some length\n7|-20|3|a text of some length\n"
              "8|30|3|a text of some length\n6|40|3|a text of some length\n");
  plan::Builder sum = scan("empty", {"e"}).aggregate({}, {plan::sum("sum", column("e"))});
  expect_rows(others().with_scalar(std::move(sum)).filter(column("v") < column("sum")), catalog,
              "7|-20|0\n");
}

TEST(Executor, NoRowOrTwoRowsAreNoSingleRow) {
  Catalog catalog = small_catalog();
  EXPECT_EQ(error_of(others().with_scalar(empty()), catalog),
            "scalar: the second input has 0 rows; expected 1");
  EXPECT_EQ(error_of(others().with_scalar(five().filter(column("n") < number(3))), catalog),
            "scalar: the second input has 2 rows; expected 1");
  // Also where nobody reads its columns.
  EXPECT_EQ(error_of(others().with_scalar(empty()).project({"v"}), catalog),
            "scalar: the second input has 0 rows; expected 1");
}

TEST(Executor, SortedRowsKeepTheirOrderWhereKeysAreEqual) {
  Catalog catalog = small_catalog();
  expect_rows(five().sort({descending("k")}).project({"k", "n"}), catalog,
              "9|4\n8|2\n8|5\n7|1\n7|3\n");
  expect_rows(five().sort({ascending("k"), descending("n")}, 3).project({"k", "n"}), catalog,
              "7|3\n7|1\n8|5\n");
  expect_rows(five().sort({ascending("t")}).project({"n"}), catalog, "5\n3\n4\n1\n2\n");
  expect_rows(five().sort({descending("t")}, 0), catalog, "");
  expect_rows(five().sort({}, 100).project({"n"}), catalog, "1\n2\n3\n4\n5\n");
  expect_rows(empty().sort({descending("u"), ascending("e")}, 3), catalog, "");
  EXPECT_EQ(error_of(five().sort({ascending("k")}, -1), catalog),
            "sort: found a limit of -1, expected 0 or more");
  EXPECT_EQ(error_of(five().sort({ascending("x")}), catalog), "sort: unknown column \"x\"");
}

// What is asked of a sorted input must not depend on what was known of it before it was sorted.
TEST(Executor, GroupsOfSortedRowsAreWhole) {
  Catalog catalog = small_catalog();
  expect_groups(scan("five", {"n", "k"})
                    .sort({descending("k")})
                    .project({{"half", divide(column("n"), number(2), 0)}, "n"})
                    .sort({descending("n")})
                    .aggregate({"n"}, {plan::count("rows")}),
                catalog, "1|1\n2|1\n3|1\n4|1\n5|1\n");
}

TEST(Executor, ColumnsThatNobodyReadsAreNotComputed) {
  Catalog catalog = small_catalog();
  expect_rows(five().project({"n", {"unknown", column("nowhere")}}).project({"n"}), catalog,
              "1\n2\n3\n4\n5\n");
  expect_rows(five().aggregate({}, {plan::count("rows")}), catalog, "5\n");
  expect_rows(scan("five", {"n"}).aggregate({}, {plan::count("rows")}), catalog, "5\n");
  expect_rows(five()
                  .join(others(), {{"k", "o"}})
                  .project({{"twice", column("n") * number(2)}})
                  .aggregate({}, {plan::count("rows")}),
              catalog, "6\n");
}

// Longer than what fits into a value, and so pointed to.
TEST(Executor, ConstantTextsOutliveTheirPlan) {
  Catalog catalog = small_catalog();
  auto named = [] {
    return five().project(
        {"n",
         {"size", if_else(column("n") < number(3), text("a small number, at most 2"),
                          text("a large number, at least 3"))}});
  };
  expect_rows(named().sort({descending("n")}, 3), catalog,
              "5|a large number, at least 3\n4|a large number, at least 3\n"
              "3|a large number, at least 3\n");
  expect_rows(named().filter(like(column("size"), "%small%")), catalog,
              "1|a small number, at most 2\n2|a small number, at most 2\n");
  expect_groups(named().aggregate({"size"}, {plan::count("rows")}), catalog,
                "a large number, at least 3|3\na small number, at most 2|2\n");
  expect_rows(others()
                  .semi_join(five(), {{"o", "k"}})
                  .join(named().filter(column("n") == number(1)), {{"o", "n"}})
                  .project({"size"}),
              catalog, "");
  expect_rows(others()
                  .with_scalar(named().filter(column("n") == number(1)).project({"size"}))
                  .project({"v", "size"}),
              catalog,
              "10|a small number, at most 2\n-20|a small number, at most 2\n"
              "30|a small number, at most 2\n40|a small number, at most 2\n");
}

TEST(Executor, WhatThePlanHasTwiceIsRunOnce) {
  Catalog catalog = small_catalog();
  auto sums = [] {
    return five().join(others(), {{"k", "o"}}).aggregate({"k"}, {plan::sum("s", column("v"))});
  };
  plan::Node plan = sums()
                        .with_scalar(sums().aggregate({}, {plan::maximum("most", column("s"))}))
                        .filter(column("s") == column("most"));
  expect_rows(plan, catalog, "8|80|80\n");
  PlanMetrics metrics;
  result_of(plan, catalog, {.threads = 2, .batch_size = 64}, metrics);
  const plan::Node& first = plan.inputs[0].inputs[0];
  const plan::Node& second = plan.inputs[0].inputs[1].inputs[0];
  EXPECT_EQ(metrics.of(first).rows, 2);
  EXPECT_EQ(metrics.of(first.inputs[0]).rows, 6);
  EXPECT_EQ(metrics.of(second).rows, 2);
  EXPECT_EQ(metrics.of(second.inputs[0]).rows, 0);
}

// Joins give rows in a pipeline's midst, which other nodes keep only for those that read them.
TEST(Executor, RowsThatAreReadTwiceHaveTheColumnsOfBothReaders) {
  Catalog catalog = small_catalog();
  auto pairs = [] { return five().join(others(), {{"k", "o"}}); };
  plan::Node plan = pairs()
                        .project({"n", "v"})
                        .join(pairs().project({{"m", column("n")}, {"text", column("t")}}),
                              {{"n", "m"}}, column("v") > number(0))
                        .sort({ascending("n"), ascending("v")});
  expect_rows(plan, catalog,
              "2|10|2|two\n2|10|2|two\n2|30|2|two\n2|30|2|two\n5|10|5|\n5|10|5|\n"
              "5|30|5|\n5|30|5|\n");
  PlanMetrics metrics;
  result_of(plan, catalog, {.threads = 1, .batch_size = 64}, metrics);
  const plan::Node& first = plan.inputs[0].inputs[0].inputs[0];
  EXPECT_EQ(metrics.of(first).rows, 6);
  EXPECT_EQ(metrics.of(first.inputs[0]).rows, 5);
}

TEST(Executor, EmptyTablesAreLikeAllOthers) {
  Catalog catalog = small_catalog();
  expect_rows(empty(), catalog, "");
  expect_rows(empty().filter(column("e") == number(0)).project({"u", "w"}), catalog, "");
  expect_rows(empty().filter(like(column("w"), "w")).distinct({"u", "w"}), catalog, "");
  expect_rows(empty().join(five(), {{"u", "t"}}), catalog, "");
  expect_rows(five().join(empty(), {{"t", "w"}}), catalog, "");
  expect_rows(five().left_join(empty(), {{"k", "e"}}, "mark").project({"n", "e", "u", "w", "mark"}),
              catalog, "1|0||w|0\n2|0||w|0\n3|0||w|0\n4|0||w|0\n5|0||w|0\n");
  expect_rows(empty().aggregate({}, {plan::maximum("m", column("w")), plan::count("c")}), catalog,
              "w|0\n");
}

TEST(Executor, PlansThatDoNotSuitTheTablesSayWhere) {
  Catalog catalog = small_catalog();
  const std::vector<std::pair<plan::Node, std::string>> cases = {
      {scan("six", {"n"}), "scan: there is no table \"six\""},
      {scan("five", {"n", "x"}), "scan: table \"five\" has no column \"x\""},
      {five().filter(column("x") == number(1)), "filter: unknown column \"x\"; known: n, k, t"},
      {five().project({"x"}).sort({ascending("x")}), "project: unknown column \"x\"; known: "},
      {five().aggregate({"x"}, {}), "aggregate: unknown column \"x\"; known: "},
      {five().aggregate({}, {plan::sum("s", column("t"))}),
       "aggregate: aggregate \"s\" is given a text; expected a number"},
      {five().aggregate({}, {plan::minimum("m", column("t"))}),
       "aggregate: aggregate \"m\" is the least or largest of texts; expected words, numbers or "
       "dates"},
      {five().aggregate({}, {{.function = plan::AggregateFunction::sum, .name = "s"}}),
       "aggregate: found no argument of sum, expected one"},
      {five().aggregate({}, {{plan::AggregateFunction::count, "c", column("n")}}),
       "aggregate: found an argument of count, expected none"},
      {five().join(others(), {}), "join: found no keys, expected at least one pair"},
      {five().join(others(), {{"t", "o"}}),
       "join: a key is given a text and an integer; expected two of a kind"},
      {five().join(others(), {{"k", "x"}}), "join: unknown column \"x\"; known: o, v"},
      {plan::Node{plan::Join{.kind = plan::JoinKind::left,
                             .keys = {{"k", "o"}},
                             .condition = column("n") < column("v"),
                             .mark = "m"},
                  {five(), others()}},
       "join: found a left join with a condition, expected none"},
      {scan("five", {"n", "n"}), "scan: found two columns named \"n\", expected one of each name"},
      {five().join(five(), {{"k", "k"}}).project({"n"}),
       "project: join: found two columns named \"k\", expected one of each name"},
      {five().project({"n", {"n", column("k")}}).aggregate({}, {plan::count("c")}),
       "aggregate: project: found two columns named \"n\", expected one of each name"},
      {five().aggregate({"k"}, {plan::count("k")}),
       "aggregate: found two columns named \"k\", expected one of each name"},
      {five().semi_join(five(), {{"k", "k"}}, column("n") != column("n")),
       "join: the condition reads \"n\", a column of both inputs"},
  };
  for (const auto& [plan, message] : cases) EXPECT_EQ(error_of(plan, catalog), message);
}

}  // namespace
}  // namespace engine::execution

// Groups and aggregates, against std::map.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "columns/date.h"
#include "columns/decimal.h"
#include "execution/plan_for_test.h"

namespace engine::execution {
namespace {

using columns::Int128;
using columns::Storage;
using plan::column;
using plan::number;

constexpr int64_t row_count = 140'000;  // three morsels

columns::Table rows_to_group() {
  std::mt19937 random(101);
  std::vector<int64_t> ascending, sparse, value, large;
  std::vector<int32_t> small, day;
  std::vector<uint8_t> byte;
  std::vector<Int128> wide;
  std::vector<std::string> text, second, third, word;
  const std::vector<std::string> words = {"AIR", "MAIL", "RAIL", "SHIP"};
  for (int64_t row = 0; row < row_count; ++row) {
    // Groups of seven, but for one that is longer than a morsel.
    ascending.push_back(row > 30'000 && row < 110'000 ? 5'000'000'000 : row / 7 * 1'000'000);
    sparse.push_back(int64_t{1} << (random() % 63));
    value.push_back(static_cast<int64_t>(random() % 2'001) - 1'500);
    large.push_back((int64_t{1} << 62) - static_cast<int64_t>(random() % 1'000));
    small.push_back(static_cast<int32_t>(random() % 50) - 25);
    day.push_back(static_cast<int32_t>(random() % 1'000) - 500);
    byte.push_back(static_cast<uint8_t>(random() % 256));
    wide.push_back((Int128{random() % 9} - 4) << 90);
    text.push_back("a text of some length " + std::to_string(random() % 5));
    second.push_back(std::string(random() % 3, 'x'));
    third.push_back(std::to_string(random() % 4));
    word.push_back(words[random() % words.size()]);
  }
  std::ranges::sort(ascending);
  auto dictionary = std::make_shared<columns::Dictionary>(words);
  return columns::table_for_test(
      {columns::integers_for_test("ascending", ascending),
       columns::integers_for_test("sparse", sparse),
       columns::column_for_test("value", columns::decimal(Storage::int64, 3), value),
       columns::integers_for_test("large", large),
       columns::column_for_test("small", columns::integer(Storage::int32), small),
       columns::column_for_test("day", columns::date_type(), day),
       columns::column_for_test("byte", columns::integer(Storage::uint8), byte),
       columns::column_for_test("wide", columns::integer(Storage::int128), wide),
       columns::texts_for_test("text", text), columns::texts_for_test("second", second),
       columns::texts_for_test("third", third), columns::words_for_test("word", dictionary, word)});
}

const Catalog& catalog_of_groups() {
  static const Catalog catalog = [] {
    Catalog tables;
    tables.emplace("t", StoredTable(rows_to_group()));
    return tables;
  }();
  return catalog;
}

// What the rows of a group come to.
struct GroupForTest {
  void add(const columns::Table& table, int64_t row) {
    auto get = [&](const char* name) { return columns::value_at(table.column(name), row); };
    bool is_first = count++ == 0;
    sum += get("value");
    sum_of_large += get("large");
    sum_of_wide += get("wide");
    least_day = is_first ? get("day") : std::min(least_day, get("day"));
    largest_word = is_first ? get("word") : std::max(largest_word, get("word"));
    least_value = is_first ? get("value") : std::min(least_value, get("value"));
    largest_wide = is_first ? get("wide") : std::max(largest_wide, get("wide"));
  }

  std::string text(const columns::Table& table) const {
    return columns::integer_text(count) + "|" + columns::decimal_text(sum, 3) + "|" +
           columns::decimal_text(columns::average_to_cents(sum, count, 3), 2) + "|" +
           columns::integer_text(sum_of_large) + "|" + columns::integer_text(sum_of_wide) + "|" +
           columns::date_text(static_cast<int32_t>(least_day)) + "|" +
           table.column("word").type().dictionary->word(static_cast<int64_t>(largest_word)) + "|" +
           columns::decimal_text(least_value, 3) + "|" + columns::integer_text(largest_wide) + "\n";
  }

  int64_t count = 0;
  Int128 sum = 0, sum_of_large = 0, sum_of_wide = 0;
  Int128 least_day = 0, largest_word = 0, least_value = 0, largest_wide = 0;
};

std::vector<plan::AggregateCall> all_calls() {
  return {plan::count("rows"),
          plan::sum("sum", column("value")),
          plan::average("average", column("value")),
          plan::sum("sum_of_large", column("large")),
          plan::sum("sum_of_wide", column("wide")),
          plan::minimum("least_day", column("day")),
          plan::maximum("largest_word", column("word")),
          plan::minimum("least_value", column("value")),
          plan::maximum("largest_wide", column("wide"))};
}

plan::Builder all_columns() {
  std::vector<std::string> names;
  for (const columns::Field& field : catalog_of_groups().find("t")->second.table.schema) {
    names.push_back(field.name);
  }
  return plan::scan("t", names);
}

TEST(Grouping, GivesWhatAMapGivesWhateverTheKeys) {
  const columns::Table& table = catalog_of_groups().find("t")->second.table;
  const std::vector<std::vector<std::string>> sets_of_keys = {
      {},       {"ascending"},     {"small"},          {"sparse"},
      {"text"}, {"small", "word"}, {"byte", "sparse"}, {"text", "second", "third"},
      {"word"}, {"day", "text"}};
  for (const std::vector<std::string>& keys : sets_of_keys) {
    std::map<std::string, GroupForTest> groups;
    for (int64_t row = 0; row < row_count; ++row) {
      if (columns::value_at(table.column("byte"), row) < 100) continue;
      std::string text;
      for (const std::string& key : keys) {
        text += columns::canonical_text(table.column(key), row) + "|";
      }
      groups[text].add(table, row);
    }
    std::string expected;
    for (const auto& [key, group] : groups) expected += key + group.text(table);
    plan::Node plan =
        all_columns().filter(column("byte") >= number(100)).aggregate(keys, all_calls());
    SCOPED_TRACE(keys.empty() ? "no keys" : keys.front());
    expect_groups(plan, catalog_of_groups(), sorted_lines(expected));
  }
}

TEST(Grouping, OverNoRowsGivesOneRowOnlyWithoutKeys) {
  auto none = [] { return all_columns().filter(column("byte") < number(0)); };
  expect_rows(none().aggregate({}, all_calls()), catalog_of_groups(),
              "0|0.00|0.00|0|0|1970-01-01|AIR|0.00|0\n");
  for (const char* key : {"ascending", "small", "sparse", "text", "word"}) {
    expect_rows(none().aggregate({key}, all_calls()), catalog_of_groups(), "");
    expect_rows(none().distinct({key}), catalog_of_groups(), "");
  }
}

TEST(Grouping, OfOneAscendingKeyIsTheSameAfterAFilterAndARename) {
  plan::Node plan =
      all_columns()
          .filter(column("small") == number(3))
          .project({{"key", column("ascending")}, {"v", column("value")}})
          .aggregate({"key"}, {plan::count("rows")})
          .aggregate({}, {plan::count("groups"), plan::sum("rows_of_all", column("rows"))});
  const columns::Table& table = catalog_of_groups().find("t")->second.table;
  std::map<Int128, int64_t> groups;
  int64_t rows = 0;
  for (int64_t row = 0; row < row_count; ++row) {
    if (columns::value_at(table.column("small"), row) != 3) continue;
    ++groups[columns::value_at(table.column("ascending"), row)];
    ++rows;
  }
  expect_rows(plan, catalog_of_groups(),
              std::to_string(groups.size()) + "|" + std::to_string(rows) + "\n");
}

Catalog catalog_of(columns::NamedColumn key, columns::NamedColumn value) {
  Catalog catalog;
  catalog.emplace("t", StoredTable(columns::table_for_test({std::move(key), std::move(value)})));
  return catalog;
}

TEST(Grouping, AveragesAreRoundedHalfAwayFromZero) {
  Catalog catalog =
      catalog_of(columns::integers_for_test("k", {1, 1, 2, 2, 3, 3, 3, 4}),
                 columns::column_for_test<int64_t>("v", columns::decimal(Storage::int64, 3),
                                                   {-10, -20, 10, 20, -1, 0, -1, 5}));
  expect_groups(plan::scan("t", {"k", "v"}).aggregate({"k"}, {plan::average("a", column("v"))}),
                catalog, "1|-0.02\n2|0.02\n3|0.00\n4|0.01\n");
  Catalog integers = catalog_of(columns::integers_for_test("k", {1, 1, 1, 2, 2, 2}),
                                columns::integers_for_test("v", {-1, -1, 0, 1, 1, 0}));
  expect_groups(plan::scan("t", {"k", "v"}).aggregate({"k"}, {plan::average("a", column("v"))}),
                integers, "1|-0.67\n2|0.67\n");
}

// Averages below one, whose range is what numbers their groups.
TEST(Grouping, AggregatesMayBeKeysOfGroups) {
  Catalog catalog = catalog_of(columns::integers_for_test("k", {1, 1, 2, 2, 3, 3, 4, 4}),
                               columns::integers_for_test("v", {0, 1, 1, 0, 1, 1, 0, 0}));
  for (const char* key : {"average", "least", "largest", "sum", "rows"}) {
    plan::Node plan = plan::scan("t", {"k", "v"})
                          .aggregate({"k"}, {plan::average("average", column("v")),
                                             plan::minimum("least", column("v")),
                                             plan::maximum("largest", column("v")),
                                             plan::sum("sum", column("v")), plan::count("rows")})
                          .aggregate({key}, {plan::count("groups")});
    std::map<std::string, std::string> expected = {{"average", "0.00|1\n0.50|2\n1.00|1\n"},
                                                   {"least", "0|3\n1|1\n"},
                                                   {"largest", "0|1\n1|3\n"},
                                                   {"sum", "0|1\n1|2\n2|1\n"},
                                                   {"rows", "2|4\n"}};
    expect_groups(plan, catalog, expected[key]);
  }
}

TEST(Grouping, ByYearsFarAwayIsByYears) {
  Catalog catalog = catalog_of(
      columns::column_for_test<int32_t>("d", columns::date_type(), {-40'000'000, 0, 40'000'000}),
      columns::integers_for_test("v", {1, 2, 3}));
  expect_groups(plan::scan("t", {"d", "v"})
                    .project({{"y", year(column("d"))}, "v"})
                    .aggregate({"y"}, {plan::sum("s", column("v"))}),
                catalog, "-107547|1\n111486|3\n1970|2\n");
}

}  // namespace
}  // namespace engine::execution

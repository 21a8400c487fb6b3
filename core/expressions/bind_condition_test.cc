// Conditions on chosen values: numbers at the ends of their storage, words, texts and constants.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "columns/date.h"
#include "expressions/input_for_test.h"

namespace engine::expressions {
namespace {

using columns::Int128;
using columns::Storage;
using plan::column;
using plan::decimal;
using plan::number;
using plan::text;

using RowNumbers = std::vector<int32_t>;

constexpr int64_t least = std::numeric_limits<int32_t>::min();
constexpr int64_t largest = std::numeric_limits<int32_t>::max();
constexpr int64_t least_of_all = std::numeric_limits<int64_t>::min();
constexpr int64_t largest_of_all = std::numeric_limits<int64_t>::max();

InputForTest numbers() {
  return InputForTest(columns::table_for_test(
      {columns::column_for_test<int32_t>("a", columns::integer(Storage::int32),
                                         {least, -1, 0, 1, largest}),
       columns::integers_for_test("b", {least_of_all, -1, 0, 1, largest_of_all}),
       columns::column_for_test<uint8_t>("c", columns::integer(Storage::uint8),
                                         {0, 1, 2, 254, 255}),
       columns::column_for_test<int64_t>("p", columns::decimal(Storage::int64, 2),
                                         {-150, -100, 0, 100, 105}),
       columns::column_for_test<int32_t>("d", columns::date_type(), {-400, -1, 0, 1, 400})}));
}

void expect_rows(const InputForTest& input,
                 const std::vector<std::pair<plan::Expression, RowNumbers>>& cases) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [condition, rows] = cases[i];
    EXPECT_EQ(rows_that_meet(condition, input), rows) << "case " << i;
    const RowNumbers some = {1, 3, 4};
    RowNumbers rows_of_some;
    std::ranges::set_intersection(rows, some, std::back_inserter(rows_of_some));
    EXPECT_EQ(rows_that_meet(condition, input, some), rows_of_some) << "case " << i;
  }
}

TEST(BindCondition, NumbersCompareWhateverTheirStorageAndScale) {
  expect_rows(numbers(), {
                             {column("a") < number(0), {0, 1}},
                             {number(0) < column("a"), {3, 4}},
                             {number(0) >= column("a"), {0, 1, 2}},
                             {number(1) == column("a"), {3}},
                             {number(1) != column("a"), {0, 1, 2, 4}},
                             {column("a") == column("b"), {1, 2, 3}},
                             {column("b") > column("a"), {4}},
                             {column("c") > column("a"), {0, 1, 2, 3}},
                             {column("a") < number(largest + 1), {0, 1, 2, 3, 4}},
                             {column("c") > number(-1), {0, 1, 2, 3, 4}},
                             {column("c") == number(256), {}},
                             {column("c") == number(0), {0}},
                             {column("p") == number(1), {3}},
                             {column("p") > decimal(1'045, 3), {4}},
                             {column("p") <= decimal(-15, 1), {0}},
                             {column("a") == column("p"), {1, 2, 3}},
                             {column("p") < column("c"), {0, 1, 2, 3, 4}},
                             {column("d") >= plan::date(1970, 1, 1), {2, 3, 4}},
                             {plan::date(1969, 12, 31) > column("d"), {0}},
                         });
}

TEST(BindCondition, ConstantsAreComparedWhenTheyAreBound) {
  const RowNumbers all = {0, 1, 2, 3, 4};
  expect_rows(numbers(), {
                             {number(1) == decimal(100, 2), all},
                             {decimal(99, 2) >= number(1), {}},
                             {text("a") < text("b"), all},
                             {text("b") <= text("a"), {}},
                             {number(1) + number(1) == number(2), all},
                             {!(number(1) == number(2)), all},
                         });
}

TEST(BindCondition, IntervalsAreRightAtTheEndsOfTheStorage) {
  auto both = [](const std::string& name, int64_t low, int64_t high) {
    return between(column(name), number(low), number(high));
  };
  expect_rows(
      numbers(),
      {
          {both("a", least, largest), {0, 1, 2, 3, 4}},
          {both("a", least_of_all, largest_of_all), {0, 1, 2, 3, 4}},
          {both("a", largest, largest), {4}},
          {both("a", least, least), {0}},
          {both("b", least_of_all, largest_of_all), {0, 1, 2, 3, 4}},
          {both("b", -1, 1), {1, 2, 3}},
          {both("a", 1, -1), {}},
          {both("b", largest_of_all, least_of_all), {}},
          {column("a") > number(largest) && column("a") < number(5), {}},
          {column("a") < number(least) && column("a") > number(-5), {}},
          {column("b") > number(largest_of_all) && column("b") <= number(largest_of_all), {}},
          {column("b") < number(least_of_all) && column("b") >= number(least_of_all), {}},
          {column("a") > number(-1) && column("a") < number(1), {2}},
          {column("a") > number(0) && column("a") < number(1), {}},
          {column("a") < number(1) && column("a") > number(-1), {2}},
          {column("a") >= number(0) && column("a") >= number(1), {3, 4}},
          {column("a") >= number(0) && column("b") <= number(1), {2, 3}},
          {both("c", 1, 254), {1, 2, 3}},
          {between(column("p"), decimal(-1, 0), decimal(1'005, 3)), {1, 2, 3}},
          {between(column("p"), decimal(-1'001, 3), decimal(1'001, 3)), {1, 2, 3}},
          {between(column("d"), plan::date(1969, 12, 31), plan::date(1970, 1, 1)), {1, 2}},
          {column("c") < number(3) && both("a", -1, 1) && column("b") < number(0), {1}},
      });
}

TEST(BindCondition, OneOfTakesConstantsThatTheColumnCannotHold) {
  expect_rows(numbers(),
              {
                  {one_of(column("c"), {number(1), number(300), number(-1), number(255)}), {1, 4}},
                  {one_of(column("a"), {number(largest), number(largest + 1), number(0)}), {2, 4}},
                  {one_of(column("b"), {number(least_of_all)}), {0}},
                  {one_of(column("p"), {number(1), decimal(1'050, 3), decimal(-15, 1)}), {0, 3, 4}},
                  {one_of(column("d"), {plan::date(1970, 1, 1), plan::date(1969, 12, 31)}), {1, 2}},
                  {one_of(column("b") + number(1), {number(2), number(0)}), {1, 3}},
                  {!one_of(column("c"), {number(1), number(2)}), {0, 3, 4}},
              });
}

InputForTest strings() {
  auto kinds = std::make_shared<columns::Dictionary>(
      std::vector<std::string>{"AIR", "AIR REGISTERED MAIL", "SHIP"});
  auto others = std::make_shared<columns::Dictionary>(
      std::vector<std::string>{"AIR REGISTERED MAIL", "BOAT", "SHIP"});
  std::vector<std::string> first = {"AIR", "SHIP", "AIR REGISTERED MAIL", "SHIP", "AIR"};
  std::vector<std::string> second = {"SHIP", "SHIP", "AIR REGISTERED MAIL", "BOAT", "BOAT"};
  std::vector<std::string> texts = {"AIR", "", "AIR REGISTERED MAIM", "SHIP", "AIR REGISTERED"};
  return InputForTest(columns::table_for_test(
      {columns::words_for_test("w", kinds, first), columns::words_for_test("v", kinds, first),
       columns::words_for_test("o", others, second), columns::texts_for_test("t", texts)}));
}

TEST(BindCondition, WordsAndTextsCompareAsTheirBytes) {
  expect_rows(strings(), {
                             {column("w") == column("v"), {0, 1, 2, 3, 4}},
                             {column("w") < column("v"), {}},
                             {column("w") == column("o"), {1, 2}},
                             {column("w") < column("o"), {0, 4}},
                             {column("w") > column("o"), {3}},
                             {column("w") == column("t"), {0, 3}},
                             {column("t") >= column("w"), {0, 2, 3, 4}},
                             {column("w") == text("SHIP"), {1, 3}},
                             {text("SHIP") == column("w"), {1, 3}},
                             {column("w") == text("BOAT"), {}},
                             {column("w") != text("BOAT"), {0, 1, 2, 3, 4}},
                             {column("w") < text("AIR REGISTERED"), {0, 4}},
                             {text("AIR REGISTERED") < column("w"), {1, 2, 3}},
                             {column("t") == text("AIR REGISTERED MAIM"), {2}},
                             {text("AIR") < column("t"), {2, 3, 4}},
                             {substring(column("w"), 1, 3) == text("AIR"), {0, 2, 4}},
                         });
}

TEST(BindCondition, LikeAndOneOfTakeWordsAndTexts) {
  expect_rows(strings(), {
                             {like(column("w"), "%R%"), {0, 2, 4}},
                             {!like(column("w"), "%R%"), {1, 3}},
                             {like(column("t"), "%REG%MAI_"), {2}},
                             {!like(column("t"), "%REG%MAI_"), {0, 1, 3, 4}},
                             {like(text("AIR"), "A%"), {0, 1, 2, 3, 4}},
                             {one_of(column("w"), {text("SHIP"), text("BOAT")}), {1, 3}},
                             {one_of(column("t"), {text(""), text("AIR REGISTERED")}), {1, 4}},
                             {one_of(column("w"), {text("BOAT")}), {}},
                         });
}

}  // namespace
}  // namespace engine::expressions

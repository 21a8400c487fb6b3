// Values of bound expressions, their scales and storages.
#include "expressions/bind.h"

#include <gtest/gtest.h>

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

InputForTest one_column(columns::NamedColumn named) {
  return InputForTest(columns::table_for_test({std::move(named)}));
}

InputForTest decimals_and_others() {
  return InputForTest(columns::table_for_test(
      {columns::column_for_test<int64_t>("price", columns::decimal(Storage::int64, 2),
                                         {150, -25, 0}),
       columns::column_for_test<int32_t>("rate", columns::decimal(Storage::int32, 4),
                                         {12'345, -1, 5'000}),
       columns::column_for_test<uint8_t>("count", columns::integer(Storage::uint8), {255, 0, 3}),
       columns::column_for_test<int32_t>("day", columns::date_type(), {-1, 0, 365})}));
}

TEST(Bind, ScalesAreBroughtTogetherBySumsAndAddUpInProducts) {
  InputForTest input = decimals_and_others();
  EXPECT_EQ(values_of(column("price") + column("rate"), input), "27345 -2501 5000");
  EXPECT_EQ(values_of(column("count") - column("price"), input), "25350 25 300");
  EXPECT_EQ(values_of(column("price") * column("rate"), input), "1851750 25 0");
  EXPECT_EQ(values_of(number(1) - column("rate"), input), "-2345 10001 5000");
  EXPECT_EQ(expressions::bind(column("price") + column("rate"), input.attributes)->type().scale, 4);
  EXPECT_EQ(expressions::bind(column("price") * column("rate"), input.attributes)->type().scale, 6);
  EXPECT_EQ(expressions::bind(column("count") * column("count"), input.attributes)->type().meaning,
            columns::Meaning::integer);
}

TEST(Bind, SelectedRowsAreComputedAsAllAre) {
  InputForTest input = decimals_and_others();
  plan::Expression sum = (column("price") + column("rate")) * (number(2) - column("count"));
  EXPECT_EQ(values_of(sum, input), "-6918285 -5002 -5000");
  EXPECT_EQ(values_of(sum, input, std::vector{0, 2}), "-6918285 -5000");
  EXPECT_EQ(values_of(sum, input, std::vector{1}), "-5002");
  EXPECT_EQ(values_of(sum, input, std::vector<int32_t>()), "");
}

TEST(Bind, ResultsHave128BitsExactlyWhenTheirRangesDemand) {
  constexpr int64_t high = std::numeric_limits<int64_t>::max();
  constexpr int64_t low = std::numeric_limits<int64_t>::min();
  InputForTest input = one_column(columns::integers_for_test("a", {high, high - 5}));
  auto storage_of = [&](const plan::Expression& expression) {
    return expressions::bind(expression, input.attributes)->type().storage;
  };
  EXPECT_EQ(storage_of(column("a") + number(0)), Storage::int64);
  EXPECT_EQ(storage_of(column("a") + number(1)), Storage::int128);
  EXPECT_EQ(storage_of(number(-1) - column("a")), Storage::int64);
  EXPECT_EQ(storage_of(number(-2) - column("a")), Storage::int128);
  EXPECT_EQ(storage_of(column("a") - column("a")), Storage::int64);
  EXPECT_EQ(values_of(column("a") + number(1), input), "9223372036854775808 9223372036854775803");
  EXPECT_EQ(values_of(column("a") * number(low), input),
            "-85070591730234615856620279821087277056 -85070591730234615810503419636813398016");
  EXPECT_EQ(values_of(column("a") - (column("a") + number(1)), input), "-1 -1");
}

TEST(Bind, ArithmeticOfConstantsIsAConstant) {
  InputForTest input = decimals_and_others();
  ExpressionPointer folded =
      expressions::bind(number(2) * decimal(5, 1) + number(3), input.attributes);
  ASSERT_NE(folded->constant(), nullptr);
  EXPECT_EQ(folded->type().scale, 1);
  EXPECT_TRUE(folded->range().low == 40 && folded->range().high == 40);
  EXPECT_EQ(values_of(*folded, input, std::vector{0, 2}), "40 40");
  plan::Expression large = number(std::numeric_limits<int64_t>::max());
  EXPECT_EQ(values_of(large + large, input, std::vector{0}), "18446744073709551614");
}

TEST(Bind, QuotientsAreRoundedToTheirPlaces) {
  InputForTest input = decimals_and_others();
  EXPECT_EQ(values_of(divide(column("price"), number(4), 2), input), "38 -6 0");
  EXPECT_EQ(values_of(divide(column("price"), number(-4), 0), input), "0 0 0");
  EXPECT_EQ(values_of(divide(column("price"), column("count"), 4), input), "59 0 0");
  EXPECT_EQ(values_of(divide(column("rate"), column("price"), 2), input), "82 0 0");
  EXPECT_EQ(values_of(divide(column("rate"), column("count"), 1), input), "0 0 2");
  EXPECT_EQ(values_of(divide(number(2), decimal(3, 0), 3), input, std::vector{1}), "667");
  EXPECT_EQ(values_of(divide(number(-1), number(0), 3), input, std::vector{1}), "0");
}

TEST(Bind, IfElseGivesBothValuesTheSameForm) {
  InputForTest input = decimals_and_others();
  plan::Expression is_positive = column("price") > number(0);
  EXPECT_EQ(values_of(if_else(is_positive, column("price"), column("rate")), input),
            "15000 -1 5000");
  EXPECT_EQ(values_of(if_else(is_positive, number(1), number(0)), input), "1 0 0");
  EXPECT_EQ(values_of(if_else(is_positive, column("count"), number(-1)), input), "255 -1 -1");
  EXPECT_EQ(values_of(if_else(is_positive, column("day"), plan::date(1970, 1, 3)), input),
            "-1 2 2");
  EXPECT_EQ(values_of(if_else(is_positive, text("yes"), text("a text of its own")), input,
                      std::vector{0, 1}),
            "yes a text of its own");
}

TEST(Bind, YearsAreThoseOfTheDaysAndKeepTheirOrder) {
  InputForTest input = decimals_and_others();
  EXPECT_EQ(values_of(year(column("day")), input), "1969 1970 1971");
  ExpressionPointer bound = expressions::bind(year(column("day")), input.attributes);
  EXPECT_EQ(bound->order(), columns::Order::ascending);
  EXPECT_TRUE(bound->range().low == 1969 && bound->range().high == 1971);
  InputForTest far = one_column(
      columns::column_for_test<int32_t>("day", columns::date_type(),
                                        {std::numeric_limits<int32_t>::min(), -40'000'000, 0,
                                         40'000'000, std::numeric_limits<int32_t>::max()}));
  EXPECT_EQ(values_of(year(column("day")), far), "-5877641 -107547 1970 111486 5881580");
}

TEST(Bind, SubstringsOfTextsAndWordsEndWhereTheyEnd) {
  auto dictionary =
      std::make_shared<columns::Dictionary>(std::vector<std::string>{"long enough a word", "x"});
  InputForTest input(columns::table_for_test(
      {columns::texts_for_test("t", {"13-a text of its own", ""}),
       columns::words_for_test("w", dictionary, {"x", "long enough a word"})}));
  EXPECT_EQ(values_of(substring(column("t"), 1, 2), input), "13 ");
  EXPECT_EQ(values_of(substring(column("t"), 4, 100), input), "a text of its own ");
  EXPECT_EQ(values_of(substring(column("t"), 100, 1), input), " ");
  EXPECT_EQ(values_of(substring(column("w"), 1, 14), input), "x long enough a ");
  EXPECT_EQ(values_of(substring(column("w"), 2, 0), input), " ");
}

}  // namespace
}  // namespace engine::expressions

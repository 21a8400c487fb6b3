// What binding says of each thing that it does not take.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "columns/date.h"
#include "expressions/input_for_test.h"

namespace engine::expressions {
namespace {

using columns::Storage;
using plan::column;
using plan::decimal;
using plan::Function;
using plan::number;
using plan::text;

InputForTest one_of_each() {
  columns::Int128 wide = columns::Int128{1} << 100;
  return InputForTest(columns::table_for_test(
      {columns::integers_for_test("n", {1, 1'000}),
       columns::column_for_test<columns::Int128>("wide", columns::integer(Storage::int128),
                                                 {-wide, wide}),
       columns::column_for_test<columns::Int128>(
           "widest", columns::integer(Storage::int128),
           {columns::range_of(Storage::int128).low, columns::range_of(Storage::int128).high}),
       columns::column_for_test<int32_t>("d", columns::date_type(), {0, 1}),
       columns::texts_for_test("t", {"a", "b"})}));
}

plan::Expression very_small() { return decimal(1, 18); }

TEST(BindErrors, OfValuesNamePlaceFoundAndExpected) {
  InputForTest input = one_of_each();
  const std::vector<std::pair<plan::Expression, std::string>> cases = {
      {column("x"), "unknown column \"x\"; known: n, wide, widest, d, t"},
      {call(Function::add, {number(1)}), "+ is given 1 arguments; expected 2"},
      {column("n") + column("t"), "+ is given a text; expected a number"},
      {column("d") * number(1), "* is given a date; expected a number"},
      {divide(text("1"), number(1), 2), "/ is given a text; expected a number"},
      {divide(number(1), column("d"), 2), "/ is given a date; expected a number"},
      {divide(number(1), number(2), 19), "a quotient with 19 places; expected 0 to 18"},
      {divide(column("wide"), number(2), 18), "a dividend may exceed 128 bits"},
      {divide(column("n"), column("widest"), 0), "a divisor may exceed 128 bits"},
      {divide(column("n"), very_small() * very_small(), 18),
       "a quotient of 18 places of a divisor of 36 may exceed 128 bits"},
      {decimal(1, 19), "a number has 19 places; expected 0 to 18"},
      {decimal(1, -1), "a number has -1 places; expected 0 to 18"},
      {{.kind = plan::Expression::Kind::date, .number = 1L << 40}, "day 1099511627776 is no date"},
      {column("wide") * column("wide"), "the result of * may exceed 128 bits or 36 places"},
      {very_small() * very_small() * decimal(1, 1),
       "the result of * may exceed 128 bits or 36 places"},
      {column("wide") + very_small(), "a number with 18 places may exceed 128 bits"},
      {if_else(column("n") == number(1), number(1), text("a")),
       "if_else is given an integer and a text; expected two of a kind"},
      {year(column("n")), "year is given an integer; expected a date"},
      {substring(column("n"), 1, 2),
       "substring expects a text, the first byte counted from 1, and a count"},
      {substring(column("t"), 0, 2),
       "substring expects a text, the first byte counted from 1, and a count"},
      {column("n") < number(1), "< is a condition; expected a value"},
      {like(column("t"), "a"), "like is a condition; expected a value"},
  };
  for (const auto& [expression, message] : cases) {
    EXPECT_EQ(plan_error_of([&] { expressions::bind(expression, input.attributes); }), message);
  }
}

TEST(BindErrors, OfConditionsNamePlaceFoundAndExpected) {
  InputForTest input = one_of_each();
  const std::vector<std::pair<plan::Expression, std::string>> cases = {
      {column("n"), "a value stands where a condition is expected"},
      {number(1) + number(1), "+ is a value; expected a condition"},
      {call(Function::less, {number(1)}), "< expects two arguments"},
      {column("n") == column("t"), "= is given an integer and a text; expected two of a kind"},
      {column("d") <= number(1), "<= is given a date and an integer; expected two of a kind"},
      {number(1) == text("1"), "= is given an integer and a text; expected two of a kind"},
      {call(Function::logical_and, {number(1) == number(1)}), "and expects two conditions or more"},
      {call(Function::logical_or, {}), "or expects two conditions or more"},
      {call(Function::logical_not, {}), "not expects one condition"},
      {like(column("n"), "a"), "like is given an integer; expected a text"},
      {call(Function::like, {column("t"), column("t")}),
       "like expects a text and a constant pattern"},
      {one_of(column("n"), {}), "in expects a value and constants"},
      {one_of(column("n"), {column("n")}), "in expects constants"},
      {one_of(number(1), {number(1)}), "in expects a value that is no constant"},
      {one_of(column("t"), {number(1)}),
       "in is given a text and an integer; expected two of a kind"},
  };
  for (const auto& [condition, message] : cases) {
    EXPECT_EQ(plan_error_of([&] { bind_condition(condition, input.attributes); }), message);
  }
}

}  // namespace
}  // namespace engine::expressions

// Writing expressions down.
#include "plan/expression.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "columns/date.h"

namespace engine::plan {
namespace {

template <class... Arguments>
std::vector<Expression> list(Arguments... arguments) {
  std::vector<Expression> result;
  (result.push_back(std::move(arguments)), ...);
  return result;
}

// (a and b) and c is one call with three arguments.
Expression joined(Function function, Expression left, Expression right) {
  if (left.kind == Expression::Kind::call && left.function == function) {
    left.arguments.push_back(std::move(right));
    return left;
  }
  return call(function, list(std::move(left), std::move(right)));
}

}  // namespace

std::string_view name_of(Function function) {
  static constexpr std::array<std::string_view, function_count> names = {
      "+",  "-",   "*",  "/",   "=",       "<>",   "<",  "<=",   ">",
      ">=", "and", "or", "not", "if_else", "like", "in", "year", "substring"};
  return names[static_cast<std::size_t>(function)];
}

bool is_same(const Expression& left, const Expression& right) {
  return left.kind == right.kind && left.text == right.text && left.number == right.number &&
         left.scale == right.scale && left.function == right.function &&
         std::ranges::equal(left.arguments, right.arguments, is_same);
}

std::vector<std::string> columns_of(const Expression& expression) {
  if (expression.kind == Expression::Kind::column) return {expression.text};
  std::vector<std::string> names;
  for (const Expression& argument : expression.arguments) {
    std::ranges::copy(columns_of(argument), std::back_inserter(names));
  }
  return names;
}

Expression column(std::string name) {
  return {.kind = Expression::Kind::column, .text = std::move(name)};
}

Expression number(int64_t value) { return {.kind = Expression::Kind::number, .number = value}; }

Expression decimal(int64_t value, int scale) {
  return {.kind = Expression::Kind::number, .number = value, .scale = scale};
}

Expression date(int32_t year, int32_t month, int32_t day) {
  return {.kind = Expression::Kind::date, .number = columns::date(year, month, day)};
}

Expression text(std::string value) {
  return {.kind = Expression::Kind::text, .text = std::move(value)};
}

Expression call(Function function, std::vector<Expression> arguments) {
  return {.kind = Expression::Kind::call, .function = function, .arguments = std::move(arguments)};
}

Expression operator+(Expression left, Expression right) {
  return call(Function::add, list(std::move(left), std::move(right)));
}

Expression operator-(Expression left, Expression right) {
  return call(Function::subtract, list(std::move(left), std::move(right)));
}

Expression operator*(Expression left, Expression right) {
  return call(Function::multiply, list(std::move(left), std::move(right)));
}

Expression divide(Expression left, Expression right, int places) {
  Expression quotient = call(Function::divide, list(std::move(left), std::move(right)));
  quotient.scale = places;
  return quotient;
}

Expression operator==(Expression left, Expression right) {
  return call(Function::equal, list(std::move(left), std::move(right)));
}

Expression operator!=(Expression left, Expression right) {
  return call(Function::not_equal, list(std::move(left), std::move(right)));
}

Expression operator<(Expression left, Expression right) {
  return call(Function::less, list(std::move(left), std::move(right)));
}

Expression operator<=(Expression left, Expression right) {
  return call(Function::less_equal, list(std::move(left), std::move(right)));
}

Expression operator>(Expression left, Expression right) {
  return call(Function::greater, list(std::move(left), std::move(right)));
}

Expression operator>=(Expression left, Expression right) {
  return call(Function::greater_equal, list(std::move(left), std::move(right)));
}

Expression between(Expression value, Expression low, Expression high) {
  Expression above = value >= std::move(low);
  return std::move(above) && std::move(value) <= std::move(high);
}

Expression one_of(Expression value, std::vector<Expression> constants) {
  constants.insert(constants.begin(), std::move(value));
  return call(Function::one_of, std::move(constants));
}

Expression like(Expression value, std::string pattern) {
  return call(Function::like, list(std::move(value), text(std::move(pattern))));
}

Expression operator&&(Expression left, Expression right) {
  return joined(Function::logical_and, std::move(left), std::move(right));
}

Expression operator||(Expression left, Expression right) {
  return joined(Function::logical_or, std::move(left), std::move(right));
}

Expression operator!(Expression condition) {
  return call(Function::logical_not, list(std::move(condition)));
}

Expression if_else(Expression condition, Expression then, Expression otherwise) {
  return call(Function::if_else, list(std::move(condition), std::move(then), std::move(otherwise)));
}

Expression year(Expression value) { return call(Function::year, list(std::move(value))); }

Expression substring(Expression value, int64_t first, int64_t count) {
  return call(Function::substring, list(std::move(value), number(first), number(count)));
}

}  // namespace engine::plan

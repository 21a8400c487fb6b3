// Expressions of a plan, as data: a tree of columns, constants and calls. Nothing here knows the
// columns' types; they are looked up when the plan runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine::plan {

// Conditions (comparisons, the logical functions, like and one_of) are true or false and may stand
// only where a condition is expected: in a filter, a join, an if_else or a logical function.
enum class Function : uint8_t {
  add,
  subtract,
  multiply,
  divide,  // rounded half away from zero to `scale` places
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,  // of two or more
  logical_or,   // of two or more
  logical_not,
  if_else,    // condition, value where it holds, value elsewhere
  like,       // text or word, pattern: % stands for any bytes, _ for any one
  one_of,     // value, then one or more constants
  year,       // of a date
  substring,  // text, first byte counted from 1, count of bytes
};
inline constexpr int function_count = static_cast<int>(Function::substring) + 1;

struct Expression {
  enum class Kind : uint8_t {
    column,  // `text`: its name
    number,  // `number` in units of 10^-`scale`
    date,    // `number`: days since 1970-01-01
    text,    // `text`: the constant itself
    call,
  };

  Kind kind;
  std::string text = {};
  int64_t number = 0;
  int scale = 0;                      // of a number, and of divide
  Function function = Function::add;  // of a call
  std::vector<Expression> arguments = {};
};

// How a function is written, in explain and in messages: "+", "<=", "like".
std::string_view name_of(Function function);

// Whether both are written the same.
bool is_same(const Expression& left, const Expression& right);

// The names of all columns that it reads, some more than once.
std::vector<std::string> columns_of(const Expression& expression);

Expression column(std::string name);
Expression number(int64_t value);
// value * 10^-scale: decimal(5, 2) is 0.05.
Expression decimal(int64_t value, int scale);
Expression date(int32_t year, int32_t month, int32_t day);
Expression text(std::string value);
Expression call(Function function, std::vector<Expression> arguments);

Expression operator+(Expression left, Expression right);
Expression operator-(Expression left, Expression right);
Expression operator*(Expression left, Expression right);
Expression divide(Expression left, Expression right, int places);

Expression operator==(Expression left, Expression right);
Expression operator!=(Expression left, Expression right);
Expression operator<(Expression left, Expression right);
Expression operator<=(Expression left, Expression right);
Expression operator>(Expression left, Expression right);
Expression operator>=(Expression left, Expression right);
// Both ends included.
Expression between(Expression value, Expression low, Expression high);
Expression one_of(Expression value, std::vector<Expression> constants);
Expression like(Expression value, std::string pattern);

Expression operator&&(Expression left, Expression right);
Expression operator||(Expression left, Expression right);
Expression operator!(Expression condition);
Expression if_else(Expression condition, Expression then, Expression otherwise);

Expression year(Expression value);
Expression substring(Expression value, int64_t first, int64_t count);

}  // namespace engine::plan

// Binding values; conditions are bound in bind_condition.cc.
#include "expressions/bind.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "expressions/coercion.h"
#include "expressions/functions.h"
#include "expressions/range_arithmetic.h"
#include "expressions/values.h"
#include "plan/plan_error.h"

namespace engine::expressions {
namespace {

using columns::Attributes;
using columns::Int128;
using columns::Meaning;
using columns::Range;
using columns::Storage;
using plan::Function;
using plan::PlanError;
using primitives::Arithmetic;

constexpr int most_places = 18;
constexpr int most_digits = 38;  // of any 128-bit number

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

void require_count(const plan::Expression& call, std::size_t count) {
  if (call.arguments.size() == count) return;
  throw PlanError(std::string(plan::name_of(call.function)) + " is given " +
                  std::to_string(call.arguments.size()) + " arguments; expected " +
                  std::to_string(count));
}

void require_number(const Expression& value, std::string_view place) {
  if (is_number(value.type())) return;
  throw PlanError(std::string(place) + " is given " + description(value.type()) +
                  "; expected a number");
}

Storage storage_for(const Range& range) {
  return columns::fits(range, Storage::int64) ? Storage::int64 : Storage::int128;
}

// `scale` 0 and only integers: an integer.
columns::Type number_type(Storage storage, int scale) {
  return scale == 0 ? columns::integer(storage) : columns::decimal(storage, scale);
}

ExpressionPointer bind_number(const plan::Expression& constant) {
  if (constant.scale < 0 || constant.scale > most_places) {
    throw PlanError("a number has " + std::to_string(constant.scale) + " places; expected 0 to " +
                    std::to_string(most_places));
  }
  return std::make_unique<NumberConstant>(number_type(Storage::int64, constant.scale),
                                          constant.number);
}

ExpressionPointer bind_date(const plan::Expression& constant) {
  if (!columns::fits({constant.number, constant.number}, Storage::int32)) {
    throw PlanError("day " + std::to_string(constant.number) + " is no date");
  }
  return std::make_unique<NumberConstant>(columns::date_type(), constant.number);
}

Int128 computed(Arithmetic operation, Int128 left, Int128 right) {
  switch (operation) {
    case Arithmetic::add:
      return left + right;
    case Arithmetic::subtract:
      return left - right;
    case Arithmetic::multiply:
      return left * right;
  }
  std::unreachable();
}

ExpressionPointer bind_arithmetic(const plan::Expression& call, const Attributes& input) {
  require_count(call, 2);
  std::string_view place = plan::name_of(call.function);
  ExpressionPointer left = bind(call.arguments[0], input);
  ExpressionPointer right = bind(call.arguments[1], input);
  require_number(*left, place);
  require_number(*right, place);
  Arithmetic operation = call.function == Function::add        ? Arithmetic::add
                         : call.function == Function::subtract ? Arithmetic::subtract
                                                               : Arithmetic::multiply;
  int scale = left->type().scale + right->type().scale;
  if (operation != Arithmetic::multiply) {
    scale = std::max(left->type().scale, right->type().scale);
    left = with_scale(std::move(left), scale);
    right = with_scale(std::move(right), scale);
  }
  std::optional<Range> range = range_after(operation, left->range(), right->range());
  if (!range || scale > 2 * most_places) {
    throw PlanError("the result of " + std::string(place) + " may exceed 128 bits or " +
                    std::to_string(2 * most_places) + " places");
  }
  Storage storage =
      std::max({storage_for(*range), storage_for(left->range()), storage_for(right->range()),
                left->type().storage == Storage::int128 ? Storage::int128 : Storage::int64,
                right->type().storage == Storage::int128 ? Storage::int128 : Storage::int64});
  columns::Type type = number_type(storage, scale);
  if (left->constant() != nullptr && right->constant() != nullptr) {
    Int128 value = computed(operation, left->range().low, right->range().low);
    return std::make_unique<NumberConstant>(type, value);
  }
  return std::make_unique<ArithmeticValue>(operation, with_storage(std::move(left), storage),
                                           with_storage(std::move(right), storage), type, *range);
}

ExpressionPointer bind_divide(const plan::Expression& call, const Attributes& input) {
  require_count(call, 2);
  if (call.scale < 0 || call.scale > most_places) {
    throw PlanError("a quotient with " + std::to_string(call.scale) + " places; expected 0 to " +
                    std::to_string(most_places));
  }
  ExpressionPointer value = bind(call.arguments[0], input);
  ExpressionPointer divisor = bind(call.arguments[1], input);
  require_number(*value, plan::name_of(call.function));
  require_number(*divisor, plan::name_of(call.function));
  int needed = call.scale + divisor->type().scale;
  // What has more places than the quotient needs divides by a larger number instead.
  if (value->type().scale > needed) {
    divisor = with_scale(std::move(divisor), value->type().scale - call.scale);
    needed = value->type().scale;
  }
  if (needed > most_digits) {
    throw PlanError("a quotient of " + std::to_string(call.scale) + " places of a divisor of " +
                    std::to_string(divisor->type().scale) + " may exceed 128 bits");
  }
  if (!range_after(Arithmetic::multiply, divisor->range(), {1, 1})) {
    throw PlanError("a divisor may exceed 128 bits");
  }
  Int128 factor = columns::power_of_ten(needed - value->type().scale);
  std::optional<Range> range = range_after(Arithmetic::multiply, value->range(), {factor, factor});
  if (!range) throw PlanError("a dividend may exceed 128 bits");
  // The least divisor but zero is one, of either sign.
  Int128 widest = std::max(range->high, -range->low);
  return std::make_unique<Quotient>(with_storage(std::move(value), Storage::int128),
                                    with_storage(std::move(divisor), Storage::int128), factor,
                                    number_type(Storage::int128, call.scale),
                                    Range{-widest, widest});
}

ExpressionPointer bind_if_else(const plan::Expression& call, const Attributes& input) {
  require_count(call, 3);
  PredicatePointer condition = bind_condition(call.arguments[0], input);
  ExpressionPointer then = bind(call.arguments[1], input);
  ExpressionPointer otherwise = bind(call.arguments[2], input);
  make_comparable(then, otherwise, plan::name_of(call.function));
  Range range = hull(then->range(), otherwise->range());
  return std::make_unique<IfElse>(std::move(condition), std::move(then), std::move(otherwise),
                                  range);
}

ExpressionPointer bind_year(const plan::Expression& call, const Attributes& input) {
  require_count(call, 1);
  ExpressionPointer date = bind(call.arguments[0], input);
  if (date->type().meaning != Meaning::date) {
    throw PlanError("year is given " + description(date->type()) + "; expected a date");
  }
  return std::make_unique<Year>(std::move(date));
}

ExpressionPointer bind_substring(const plan::Expression& call, const Attributes& input) {
  require_count(call, 3);
  ExpressionPointer value = bind(call.arguments[0], input);
  const plan::Expression& first = call.arguments[1];
  const plan::Expression& count = call.arguments[2];
  bool are_integers = first.kind == plan::Expression::Kind::number && first.scale == 0 &&
                      count.kind == plan::Expression::Kind::number && count.scale == 0;
  if (!is_string(value->type()) || !are_integers || first.number < 1 || count.number < 0) {
    throw PlanError("substring expects a text, the first byte counted from 1, and a count");
  }
  if (value->type().meaning == Meaning::word) value = std::make_unique<WordText>(std::move(value));
  return std::make_unique<Substring>(std::move(value), first.number - 1, count.number);
}

ExpressionPointer bind_call(const plan::Expression& call, const Attributes& input) {
  switch (call.function) {
    case Function::add:
    case Function::subtract:
    case Function::multiply:
      return bind_arithmetic(call, input);
    case Function::divide:
      return bind_divide(call, input);
    case Function::if_else:
      return bind_if_else(call, input);
    case Function::year:
      return bind_year(call, input);
    case Function::substring:
      return bind_substring(call, input);
    default:
      throw PlanError(std::string(plan::name_of(call.function)) +
                      " is a condition; expected a value");
  }
}

}  // namespace

ExpressionPointer bind_column(const std::string& name, const Attributes& input) {
  if (std::optional<int64_t> position = columns::find_position(input, name)) {
    return std::make_unique<ColumnValue>(input[*position], *position);
  }
  std::string known;
  for (const columns::Attribute& each : input) known += (known.empty() ? "" : ", ") + each.name;
  throw PlanError("unknown column " + quoted(name) + "; known: " + known);
}

ExpressionPointer bind(const plan::Expression& expression, const Attributes& input) {
  switch (expression.kind) {
    case plan::Expression::Kind::column:
      return bind_column(expression.text, input);
    case plan::Expression::Kind::number:
      return bind_number(expression);
    case plan::Expression::Kind::date:
      return bind_date(expression);
    case plan::Expression::Kind::text:
      return std::make_unique<TextConstant>(expression.text);
    case plan::Expression::Kind::call:
      return bind_call(expression, input);
  }
  std::unreachable();
}

columns::Attribute attribute_of(std::string name, const Expression& expression) {
  return {.name = std::move(name),
          .type = expression.type(),
          .range = expression.range(),
          .order = expression.order()};
}

}  // namespace engine::expressions

// Computing values with the primitives.
#include "expressions/functions.h"

#include <algorithm>
#include <utility>

#include "columns/date.h"
#include "primitives/calendar.h"
#include "primitives/convert.h"
#include "primitives/selections.h"
#include "primitives/text_search.h"

namespace engine::expressions {
namespace {

using primitives::Operands;

Operands operands_of(const Expression& left, const Expression& right) {
  if (right.constant() != nullptr) return Operands::vector_and_constant;
  if (left.constant() != nullptr) return Operands::constant_and_vector;
  return Operands::vectors;
}

// Computing all rows in SIMD is faster than one selected row after the other, unless they are few.
// Arithmetic can be done on rows that do not count.
columns::Rows worth_computing(const columns::Batch& batch, columns::Rows rows) {
  constexpr int64_t few = 4;  // one in so many
  if (rows.indexes == nullptr || rows.count * few < batch.row_count) return rows;
  return {.indexes = nullptr, .count = batch.row_count};
}

const void* operand(const Expression& expression, columns::Batch& batch, columns::Rows rows) {
  const void* constant = expression.constant();
  return constant != nullptr ? constant : expression.evaluate(batch, rows).data;
}

// Writes the values of an expression at the rows to where they belong.
void put(const Expression& expression, columns::Batch& batch, columns::Rows rows,
         std::byte* results) {
  columns::Storage storage = expression.type().storage;
  if (expression.constant() != nullptr) {
    primitives::fill(storage, expression.constant(), rows, results);
  } else {
    columns::Vector values = expression.evaluate(batch, rows);
    primitives::convert_kernel(storage, storage)(values.data, rows, results);
  }
}

columns::Range years_of_range(const columns::Range& days) {
  return {columns::year_of(static_cast<int32_t>(days.low)),
          columns::year_of(static_cast<int32_t>(days.high))};
}

}  // namespace

ArithmeticValue::ArithmeticValue(primitives::Arithmetic operation, ExpressionPointer left,
                                 ExpressionPointer right, columns::Type type, columns::Range range)
    : Expression(std::move(type), range),
      left_(std::move(left)),
      right_(std::move(right)),
      kernel_(primitives::arithmetic_kernel(operation, operands_of(*left_, *right_),
                                            this->type().storage)) {}

columns::Vector ArithmeticValue::evaluate(columns::Batch& batch, columns::Rows rows) const {
  columns::Storage storage = type().storage;
  columns::Rows computed = worth_computing(batch, rows);
  const void* left = operand(*left_, batch, rows);
  const void* right = operand(*right_, batch, rows);
  std::byte* results = batch.add_bytes(columns::bytes_per_value(storage));
  kernel_(left, right, computed, results);
  return {storage, results};
}

Quotient::Quotient(ExpressionPointer value, ExpressionPointer divisor, columns::Int128 factor,
                   columns::Type type, columns::Range range)
    : Expression(std::move(type), range),
      value_(std::move(value)),
      divisor_(std::move(divisor)),
      factor_(factor) {}

columns::Vector Quotient::evaluate(columns::Batch& batch, columns::Rows rows) const {
  columns::Vector values = value_->evaluate(batch, rows);
  columns::Vector divisors = divisor_->evaluate(batch, rows);
  columns::Int128* results = batch.add_values<columns::Int128>();
  primitives::divide(values.values<columns::Int128>(), divisors.values<columns::Int128>(), factor_,
                     rows, results);
  return {columns::Storage::int128, reinterpret_cast<const std::byte*>(results)};
}

IfElse::IfElse(PredicatePointer condition, ExpressionPointer then, ExpressionPointer otherwise,
               columns::Range range)
    : Expression(then->type(), range),
      condition_(std::move(condition)),
      then_(std::move(then)),
      otherwise_(std::move(otherwise)) {}

columns::Vector IfElse::evaluate(columns::Batch& batch, columns::Rows rows) const {
  int32_t* met = batch.add_values<int32_t>();
  int64_t met_count = condition_->select(batch, rows, met);
  int32_t* others = batch.add_values<int32_t>();
  int64_t other_count = primitives::rows_without(rows, {met, met_count}, others);
  std::byte* results = batch.add_bytes(columns::bytes_per_value(type().storage));
  put(*then_, batch, {met, met_count}, results);
  put(*otherwise_, batch, {others, other_count}, results);
  return {type().storage, results};
}

Year::Year(ExpressionPointer date)
    : Expression(columns::integer(columns::Storage::int32), years_of_range(date->range())),
      date_(std::move(date)) {}

columns::Order Year::order() const {
  return date_->order() == columns::Order::unknown ? columns::Order::unknown
                                                   : columns::Order::ascending;
}

columns::Vector Year::evaluate(columns::Batch& batch, columns::Rows rows) const {
  columns::Vector dates = date_->evaluate(batch, rows);
  int32_t* years = batch.add_values<int32_t>();
  primitives::years_of(dates.values<int32_t>(), rows, years);
  return {columns::Storage::int32, reinterpret_cast<const std::byte*>(years)};
}

Substring::Substring(ExpressionPointer text, int64_t first, int64_t count)
    : Expression(columns::text_type(), {0, 0}),
      text_(std::move(text)),
      first_(first),
      count_(count) {}

columns::Vector Substring::evaluate(columns::Batch& batch, columns::Rows rows) const {
  columns::Vector texts = text_->evaluate(batch, rows);
  columns::StringValue* results = batch.add_values<columns::StringValue>();
  primitives::substrings(texts.values<columns::StringValue>(), first_, count_, rows, results);
  return {columns::Storage::string, reinterpret_cast<const std::byte*>(results)};
}

}  // namespace engine::expressions

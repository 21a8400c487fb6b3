// Expressions that compute values from those of others.
#pragma once

#include <cstdint>

#include "expressions/expression.h"
#include "expressions/predicate.h"
#include "primitives/arithmetic.h"

namespace engine::expressions {

class ArithmeticValue : public Expression {
 public:
  // Requires: both operands have the storage of the type, int64 or int128, and at most one is
  // constant; no result lies outside the range.
  ArithmeticValue(primitives::Arithmetic operation, ExpressionPointer left, ExpressionPointer right,
                  columns::Type type, columns::Range range);

  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;

 private:
  ExpressionPointer left_;
  ExpressionPointer right_;
  primitives::ArithmeticKernel kernel_;
};

// value / divisor * factor, rounded. A quotient by zero is 0.
class Quotient : public Expression {
 public:
  // Requires: both are int128, as is the type; no value * factor overflows.
  Quotient(ExpressionPointer value, ExpressionPointer divisor, columns::Int128 factor,
           columns::Type type, columns::Range range);

  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;

 private:
  ExpressionPointer value_;
  ExpressionPointer divisor_;
  columns::Int128 factor_;
};

class IfElse : public Expression {
 public:
  // Requires: both values have the same storage.
  IfElse(PredicatePointer condition, ExpressionPointer then, ExpressionPointer otherwise,
         columns::Range range);

  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;

 private:
  PredicatePointer condition_;
  ExpressionPointer then_;
  ExpressionPointer otherwise_;
};

// The year of a date.
class Year : public Expression {
 public:
  explicit Year(ExpressionPointer date);

  columns::Order order() const override;
  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;

 private:
  ExpressionPointer date_;
};

// `count` bytes of a text from byte `first` on, counted from 0.
class Substring : public Expression {
 public:
  // Requires: neither number is negative.
  Substring(ExpressionPointer text, int64_t first, int64_t count);

  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;

 private:
  ExpressionPointer text_;
  int64_t first_;
  int64_t count_;
};

}  // namespace engine::expressions

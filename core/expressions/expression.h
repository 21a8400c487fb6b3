// An expression of a plan bound to the columns of its input: it knows its type and the range of its
// values, and computes them a batch at a time.
//
// Threads: any number may evaluate one expression at once.
#pragma once

#include <memory>

#include "columns/attribute.h"
#include "columns/batch.h"

namespace engine::expressions {

class Expression {
 public:
  Expression(columns::Type type, columns::Range range);
  virtual ~Expression();
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;

  const columns::Type& type() const { return type_; }
  const columns::Range& range() const { return range_; }
  // Of the values from row to row, for an input that is read from its first row to its last.
  virtual columns::Order order() const { return columns::Order::unknown; }

  // The values of the rows, which are some of the batch's; other places hold anything. They are the
  // batch's columns, or lie in memory that the batch keeps.
  virtual columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const = 0;

  // Where the one value of a constant lies; null for all others.
  virtual const void* constant() const { return nullptr; }

 private:
  columns::Type type_;
  columns::Range range_;
};

using ExpressionPointer = std::unique_ptr<const Expression>;

}  // namespace engine::expressions

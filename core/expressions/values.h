// Expressions that give values as they are: columns and constants; and those that only change the
// form of a value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "expressions/expression.h"
#include "primitives/convert.h"

namespace engine::expressions {

class ColumnValue : public Expression {
 public:
  ColumnValue(const columns::Attribute& attribute, int64_t position);

  columns::Order order() const override { return order_; }
  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;

 private:
  columns::Order order_;
  int64_t position_;
};

class NumberConstant : public Expression {
 public:
  // Requires: the type's storage holds the value.
  NumberConstant(columns::Type type, columns::Int128 value);

  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;
  const void* constant() const override { return bytes_; }

 private:
  alignas(columns::Int128) std::byte bytes_[sizeof(columns::Int128)];
};

class TextConstant : public Expression {
 public:
  explicit TextConstant(std::string text);

  const std::string& text() const { return text_; }
  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;
  const void* constant() const override { return &value_; }

 private:
  const std::string text_;
  const columns::StringValue value_;
};

// A number in a wider storage.
class Widened : public Expression {
 public:
  // Requires: the storage is as wide as the value's or wider.
  Widened(ExpressionPointer value, columns::Storage storage);

  columns::Order order() const override { return value_->order(); }
  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;

 private:
  ExpressionPointer value_;
  primitives::ConvertKernel kernel_;
};

// A word as a text of its own.
class WordText : public Expression {
 public:
  explicit WordText(ExpressionPointer word);

  columns::Vector evaluate(columns::Batch& batch, columns::Rows rows) const override;

 private:
  ExpressionPointer word_;
  std::vector<columns::StringValue> texts_;  // by code, pointing into the dictionary
};

}  // namespace engine::expressions

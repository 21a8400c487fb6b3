// Giving and widening values.
#include "expressions/values.h"

#include <cassert>
#include <cstring>
#include <utility>

#include "primitives/loop.h"

namespace engine::expressions {
namespace {

columns::Type with_storage(columns::Type type, columns::Storage storage) {
  type.storage = storage;
  return type;
}

columns::Vector filled(columns::Batch& batch, columns::Rows rows, columns::Storage storage,
                       const void* constant) {
  std::byte* values = batch.add_bytes(columns::bytes_per_value(storage));
  primitives::fill(storage, constant, rows, values);
  return {storage, values};
}

}  // namespace

ColumnValue::ColumnValue(const columns::Attribute& attribute, int64_t position)
    : Expression(attribute.type, attribute.range), order_(attribute.order), position_(position) {}

columns::Vector ColumnValue::evaluate(columns::Batch& batch, columns::Rows) const {
  return batch.columns[position_];
}

NumberConstant::NumberConstant(columns::Type type, columns::Int128 value)
    : Expression(std::move(type), {value, value}) {
  assert(columns::fits({value, value}, this->type().storage));
  // Little-endian: the low bytes come first, and they are all that a narrower number has.
  std::memcpy(bytes_, &value, sizeof bytes_);
}

columns::Vector NumberConstant::evaluate(columns::Batch& batch, columns::Rows rows) const {
  return filled(batch, rows, type().storage, bytes_);
}

TextConstant::TextConstant(std::string text)
    : Expression(columns::text_type(), {0, 0}), text_(std::move(text)), value_(text_) {}

columns::Vector TextConstant::evaluate(columns::Batch& batch, columns::Rows rows) const {
  return filled(batch, rows, type().storage, &value_);
}

Widened::Widened(ExpressionPointer value, columns::Storage storage)
    : Expression(with_storage(value->type(), storage), value->range()),
      value_(std::move(value)),
      kernel_(primitives::convert_kernel(value_->type().storage, storage)) {}

columns::Vector Widened::evaluate(columns::Batch& batch, columns::Rows rows) const {
  columns::Vector values = value_->evaluate(batch, rows);
  std::byte* results = batch.add_bytes(columns::bytes_per_value(type().storage));
  kernel_(values.data, rows, results);
  return {type().storage, results};
}

WordText::WordText(ExpressionPointer word)
    : Expression(columns::text_type(), {0, 0}), word_(std::move(word)) {
  const columns::Dictionary& dictionary = *word_->type().dictionary;
  for (int64_t code = 0; code < dictionary.size(); ++code) {
    texts_.emplace_back(dictionary.word(code));
  }
}

columns::Vector WordText::evaluate(columns::Batch& batch, columns::Rows rows) const {
  columns::Vector words = word_->evaluate(batch, rows);
  columns::StringValue* results = batch.add_values<columns::StringValue>();
  auto write = [&](const auto* codes) {
    primitives::for_each_row(rows, [&](int64_t row) { results[row] = texts_[codes[row]]; });
  };
  if (words.storage == columns::Storage::uint8) {
    write(words.values<uint8_t>());
  } else {
    write(words.values<int32_t>());
  }
  return {columns::Storage::string, reinterpret_cast<const std::byte*>(results)};
}

}  // namespace engine::expressions

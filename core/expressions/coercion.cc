// Rescaling and widening.
#include "expressions/coercion.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string_view>
#include <utility>

#include "expressions/functions.h"
#include "expressions/range_arithmetic.h"
#include "expressions/values.h"
#include "plan/plan_error.h"

namespace engine::expressions {
namespace {

using columns::Int128;
using columns::Meaning;
using columns::Storage;

Int128 value_of_constant(const Expression& constant) {
  assert(constant.constant() != nullptr && constant.range().low == constant.range().high);
  return constant.range().low;
}

Storage narrowest_for_arithmetic(const columns::Range& range) {
  return columns::fits(range, Storage::int64) ? Storage::int64 : Storage::int128;
}

ExpressionPointer as_text(ExpressionPointer value) {
  if (value->type().meaning == Meaning::text) return value;
  return std::make_unique<WordText>(std::move(value));
}

}  // namespace

bool is_number(const columns::Type& type) {
  return type.meaning == Meaning::integer || type.meaning == Meaning::decimal;
}

bool is_string(const columns::Type& type) {
  return type.meaning == Meaning::word || type.meaning == Meaning::text;
}

std::string description(const columns::Type& type) {
  switch (type.meaning) {
    case Meaning::integer:
      return "an integer";
    case Meaning::decimal:
      return "a decimal";
    case Meaning::date:
      return "a date";
    case Meaning::word:
    case Meaning::text:
      return "a text";
  }
  std::unreachable();
}

ExpressionPointer with_scale(ExpressionPointer number, int scale) {
  const columns::Type& type = number->type();
  assert(is_number(type) && scale >= type.scale);
  if (scale == type.scale) return number;
  Int128 factor = columns::power_of_ten(scale - type.scale);
  std::optional<columns::Range> range =
      range_after(primitives::Arithmetic::multiply, number->range(), {factor, factor});
  if (!range) {
    throw plan::PlanError("a number with " + std::to_string(scale) + " places may exceed 128 bits");
  }
  Storage storage =
      std::max(narrowest_for_arithmetic(*range),
               columns::bytes_per_value(type.storage) > 8 ? Storage::int128 : Storage::int64);
  columns::Type scaled = columns::decimal(storage, scale);
  if (number->constant() != nullptr) {
    return std::make_unique<NumberConstant>(scaled, range->low);
  }
  return std::make_unique<ArithmeticValue>(
      primitives::Arithmetic::multiply, with_storage(std::move(number), storage),
      std::make_unique<NumberConstant>(scaled, factor), scaled, *range);
}

ExpressionPointer with_storage(ExpressionPointer value, Storage storage) {
  const columns::Type& type = value->type();
  if (type.storage == storage) return value;
  if (value->constant() != nullptr) {
    columns::Type changed = type;
    changed.storage = storage;
    return std::make_unique<NumberConstant>(changed, value_of_constant(*value));
  }
  return std::make_unique<Widened>(std::move(value), storage);
}

void make_same_kind(ExpressionPointer& left, ExpressionPointer& right, std::string_view place) {
  const columns::Type& a = left->type();
  const columns::Type& b = right->type();
  if (is_string(a) && is_string(b)) {
    bool same_codes = a.meaning == Meaning::word && b.meaning == Meaning::word &&
                      a.dictionary == b.dictionary && a.storage == b.storage;
    if (same_codes) return;
    left = as_text(std::move(left));
    right = as_text(std::move(right));
    return;
  }
  bool both_dates = a.meaning == Meaning::date && b.meaning == Meaning::date;
  if (!both_dates && !(is_number(a) && is_number(b))) {
    throw plan::PlanError(std::string(place) + " is given " + description(a) + " and " +
                          description(b) + "; expected two of a kind");
  }
  if (!both_dates) {
    int scale = std::max(a.scale, b.scale);
    left = with_scale(std::move(left), scale);
    right = with_scale(std::move(right), scale);
  }
}

void make_comparable(ExpressionPointer& left, ExpressionPointer& right, std::string_view place) {
  make_same_kind(left, right, place);
  if (is_string(left->type())) return;
  // A constant takes the storage of a column that can hold it.
  auto needed = [](const Expression& value, const Expression& other) {
    bool adapts = value.constant() != nullptr && columns::fits(value.range(), other.type().storage);
    return adapts ? other.type().storage : value.type().storage;
  };
  Storage storage = std::max(needed(*left, *right), needed(*right, *left));
  left = with_storage(std::move(left), storage);
  right = with_storage(std::move(right), storage);
}

}  // namespace engine::expressions

// Brings two values to a form in which they can be computed with: the same scale, the same storage.
#pragma once

#include <string>
#include <string_view>

#include "expressions/expression.h"

namespace engine::expressions {

bool is_number(const columns::Type& type);  // integer or decimal
bool is_string(const columns::Type& type);  // word or text

// What messages call it: "a decimal", "a date", "a text".
std::string description(const columns::Type& type);

// The same number with `scale` places, or in another storage. Require: at least as many places as
// the number has; a storage that holds its range. Throw plan::PlanError when scaling overflows.
ExpressionPointer with_scale(ExpressionPointer number, int scale);
ExpressionPointer with_storage(ExpressionPointer value, columns::Storage storage);

// Both with the same scale, in storages that may differ: numbers with numbers, dates with dates;
// words as codes where both have one dictionary, else words and texts as texts. Throws
// plan::PlanError for others; `place` is what they are arguments of.
void make_same_kind(ExpressionPointer& left, ExpressionPointer& right, std::string_view place);

// As above, and in the same storage.
void make_comparable(ExpressionPointer& left, ExpressionPointer& right, std::string_view place);

}  // namespace engine::expressions

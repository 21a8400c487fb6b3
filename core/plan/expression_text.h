// Expressions as people write them: "l_extendedprice * (1 - l_discount)".
#pragma once

#include <string>

#include "plan/expression.h"

namespace engine::plan {

// On one line, with the parentheses that the tree needs and no others. Numbers have all their
// places, 0.05 and 5.00; dates are YYYY-MM-DD, or "day 3000000" where that has no four digits for
// the year; a quotient is "round(a / b, 6)"; texts are in single quotes. Requires: valid.
std::string text_of(const Expression& expression);

}  // namespace engine::plan

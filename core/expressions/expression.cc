// The part that all expressions have in common.
#include "expressions/expression.h"

#include <utility>

namespace engine::expressions {

Expression::Expression(columns::Type type, columns::Range range)
    : type_(std::move(type)), range_(range) {}

Expression::~Expression() = default;

}  // namespace engine::expressions

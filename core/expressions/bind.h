// Binds the expressions of a plan to the columns that they read: looks columns up, checks that
// types go together, brings decimals to one scale, and gives each result the storage that its range
// needs, so that no arithmetic can overflow when rows are computed.
#pragma once

#include <string>

#include "columns/attribute.h"
#include "expressions/expression.h"
#include "expressions/predicate.h"
#include "plan/expression.h"

namespace engine::expressions {

// Throw plan::PlanError when a column is not there or a function does not take what it is given.
ExpressionPointer bind(const plan::Expression& expression, const columns::Attributes& input);
PredicatePointer bind_condition(const plan::Expression& condition,
                                const columns::Attributes& input);

// The column of that name. Throws plan::PlanError when there is none.
ExpressionPointer bind_column(const std::string& name, const columns::Attributes& input);

// What is known of a column with the expression's values.
columns::Attribute attribute_of(std::string name, const Expression& expression);

}  // namespace engine::expressions

// A table to bind expressions to and to compute them over, and their values as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "columns/decimal.h"
#include "columns/statistics.h"
#include "columns/table_for_test.h"
#include "expressions/bind.h"
#include "plan/plan_error.h"
#include "primitives/gather.h"
#include "primitives/rows_for_test.h"

namespace engine::expressions {

struct InputForTest {
  explicit InputForTest(columns::Table stored)
      : table(std::move(stored)), attributes(columns::measured_attributes(table)) {}

  columns::Batch batch() const {
    columns::Batch all = {.row_count = table.row_count};
    for (const columns::Column& column : table.columns) all.columns.push_back(column.vector());
    return all;
  }

  columns::Table table;
  columns::Attributes attributes;
};

// Numbers without their decimal point, words as their codes.
inline std::string value_text(const columns::Column& column, int64_t row) {
  if (column.type().storage == columns::Storage::string) {
    return std::string(column.values<columns::StringValue>()[row].view());
  }
  return columns::integer_text(columns::value_at(column, row));
}

// Of the selected rows, separated by blanks.
inline std::string values_of(const Expression& expression, const InputForTest& input,
                             const primitives::Selection& selection = {}) {
  columns::Batch batch = input.batch();
  columns::Rows rows = primitives::rows_of(selection, input.table.row_count);
  columns::Vector values = expression.evaluate(batch, rows);
  EXPECT_EQ(values.storage, expression.type().storage);
  columns::Column column(expression.type(), rows.count);
  primitives::compact(values.storage, values.data, rows, column.writable_bytes());
  std::string text;
  for (int64_t row = 0; row < rows.count; ++row) {
    text += (row > 0 ? " " : "") + value_text(column, row);
    if (values.storage == columns::Storage::string) continue;
    columns::Int128 value = columns::value_at(column, row);
    EXPECT_TRUE(expression.range().contains({value, value})) << value_text(column, row);
  }
  return text;
}

inline std::string values_of(const plan::Expression& expression, const InputForTest& input,
                             const primitives::Selection& selection = {}) {
  return values_of(*expressions::bind(expression, input.attributes), input, selection);
}

inline std::vector<int32_t> rows_that_meet(const plan::Expression& condition,
                                           const InputForTest& input,
                                           const primitives::Selection& selection = {}) {
  PredicatePointer bound = bind_condition(condition, input.attributes);
  auto select = [&](columns::Rows rows, int32_t* selected) {
    columns::Batch batch = input.batch();
    return bound->select(batch, rows, selected);
  };
  return primitives::selected_by(select, selection, input.table.row_count);
}

// What an action says is wrong with a plan.
template <class Action>
std::string plan_error_of(const Action& action) {
  try {
    action();
  } catch (const plan::PlanError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace engine::expressions

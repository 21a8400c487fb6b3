// Runs plans over small tables, and gives their rows as text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "columns/canonical_text.h"
#include "columns/table_for_test.h"
#include "execution/catalog.h"
#include "execution/executor.h"
#include "plan/builder.h"
#include "plan/plan_error.h"

namespace engine::execution {

inline std::string rows_text(const columns::Table& table) {
  std::string text;
  for (int64_t row = 0; row < table.row_count; ++row) {
    for (const columns::Column& column : table.columns) {
      text += columns::canonical_text(column, row) + "|";
    }
    text.back() = '\n';
  }
  return text;
}

inline std::string sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    std::size_t end = text.find('\n', start) + 1;
    lines.push_back(text.substr(start, end - start));
    start = end;
  }
  std::ranges::sort(lines);
  std::string result;
  for (const std::string& line : lines) result += line;
  return result;
}

inline std::string rows_of(const plan::Node& plan, const Catalog& catalog,
                           const Execution& execution = {.threads = 1, .batch_size = 1'024}) {
  PlanMetrics metrics;
  return rows_text(result_of(plan, catalog, execution, metrics));
}

inline const std::vector<Execution>& executions() {
  static const std::vector<Execution> all = {{.threads = 1, .batch_size = 1'024},
                                             {.threads = 1, .batch_size = 64},
                                             {.threads = 3, .batch_size = 1'024},
                                             {.threads = 3, .batch_size = 64}};
  return all;
}

// Expects these rows, in this order, of every execution.
inline void expect_rows(const plan::Node& plan, const Catalog& catalog,
                        const std::string& expected) {
  for (const Execution& each : executions()) {
    ASSERT_EQ(rows_of(plan, catalog, each), expected)
        << each.threads << " threads, batches of " << each.batch_size;
  }
}

// As above, in any order. Requires: `expected` is sorted.
inline void expect_groups(const plan::Node& plan, const Catalog& catalog,
                          const std::string& expected) {
  for (const Execution& each : executions()) {
    ASSERT_EQ(sorted_lines(rows_of(plan, catalog, each)), expected)
        << each.threads << " threads, batches of " << each.batch_size;
  }
}

inline std::string error_of(const plan::Node& plan, const Catalog& catalog) {
  try {
    rows_of(plan, catalog);
  } catch (const plan::PlanError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace engine::execution

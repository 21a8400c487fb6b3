// The rows that tests run kernels over, and what kernels make of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "columns/attribute.h"
#include "columns/selection.h"

namespace engine::primitives {

// Indexes; nothing: all rows.
using Selection = std::optional<std::vector<int32_t>>;

// All rows, with and without indexes; some; none.
inline std::vector<Selection> selections_for_test(int64_t row_count) {
  std::vector<int32_t> all(row_count);
  std::iota(all.begin(), all.end(), 0);
  std::vector<int32_t> some;
  for (int32_t row : all) {
    if (row % 3 != 1) some.push_back(row);
  }
  return {std::nullopt, all, some, std::vector<int32_t>()};
}

inline columns::Rows rows_of(const Selection& selection, int64_t row_count) {
  if (!selection) return {nullptr, row_count};
  return {selection->data(), std::ssize(*selection)};
}

inline std::vector<int32_t> listed(const Selection& selection, int64_t row_count) {
  return selection ? *selection : *selections_for_test(row_count)[1];
}

// Those of the rows that meet a condition.
template <class Condition>
std::vector<int32_t> rows_that(const Selection& selection, int64_t row_count,
                               const Condition& condition) {
  std::vector<int32_t> result;
  for (int32_t row : listed(selection, row_count)) {
    if (condition(row)) result.push_back(row);
  }
  return result;
}

// What select(rows, selected) selects, which must not depend on where it writes.
template <class Select>
std::vector<int32_t> selected_by(const Select& select, const Selection& selection,
                                 int64_t row_count) {
  columns::Rows rows = rows_of(selection, row_count);
  std::vector<int32_t> apart(rows.count);
  apart.resize(select(rows, apart.data()));
  if (selection) {
    std::vector<int32_t> same = *selection;
    int64_t count = select(columns::Rows{same.data(), std::ssize(same)}, same.data());
    same.resize(count);
    EXPECT_EQ(same, apart);
  }
  return apart;
}

// The ends of what a storage holds, what is next to them, and what is about zero.
template <class Value>
std::vector<Value> extremes() {
  columns::Range range = columns::range_of(columns::storage_of<Value>());
  std::vector<Value> values;
  for (columns::Int128 each : {range.low, range.low + 1, columns::Int128{0}, columns::Int128{1},
                               columns::Int128{2}, range.high - 1, range.high}) {
    values.push_back(static_cast<Value>(each));
  }
  if (range.low < 0) values.push_back(static_cast<Value>(-1));
  return values;
}

// Each of the values beside each of them.
template <class Value>
struct PairsForTest {
  explicit PairsForTest(const std::vector<Value>& values) {
    for (const Value& a : values) {
      for (const Value& b : values) {
        left.push_back(a);
        right.push_back(b);
      }
    }
  }

  std::vector<Value> left;
  std::vector<Value> right;
};

}  // namespace engine::primitives

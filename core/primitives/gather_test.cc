// Fetching values by row number.
#include "primitives/gather.h"

#include <gtest/gtest.h>

#include <vector>

#include "columns/string_value.h"
#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

using columns::Int128;
using columns::StringValue;

template <class Value>
void expect_gathered(const std::vector<Value>& values, Value untouched) {
  std::vector<int32_t> sources;
  for (int32_t i = 0; i < 50; ++i) {
    sources.push_back(static_cast<int32_t>((i * 5) % (std::ssize(values) + 1)) - 1);
  }
  int64_t count = std::ssize(sources);
  for (const Selection& selection : selections_for_test(count)) {
    std::vector<Value> expected(count, untouched);
    for (int32_t row : listed(selection, count)) {
      expected[row] = sources[row] < 0 ? Value() : values[sources[row]];
    }
    std::vector<Value> results(count, untouched);
    gather(columns::storage_of<Value>(), values.data(), sources.data(), rows_of(selection, count),
           results.data());
    EXPECT_TRUE(results == expected);
  }
}

template <class Value>
void expect_compacted(const std::vector<Value>& values) {
  int64_t count = std::ssize(values);
  for (const Selection& selection : selections_for_test(count)) {
    std::vector<Value> expected;
    for (int32_t row : listed(selection, count)) expected.push_back(values[row]);
    std::vector<Value> results(expected.size());
    compact(columns::storage_of<Value>(), values.data(), rows_of(selection, count), results.data());
    EXPECT_TRUE(results == expected);
  }
}

const std::vector<StringValue> texts = {StringValue("short"), StringValue(""),
                                        StringValue("more than twelve bytes")};

TEST(Gather, NoSourceGivesZeroOrTheEmptyText) {
  expect_gathered<uint8_t>(extremes<uint8_t>(), 7);
  expect_gathered<int32_t>(extremes<int32_t>(), 7);
  expect_gathered<int64_t>(extremes<int64_t>(), 7);
  expect_gathered<Int128>(extremes<Int128>(), 7);
  expect_gathered(texts, StringValue("untouched"));
}

TEST(Gather, CompactPutsSelectedValuesSideBySide) {
  expect_compacted(extremes<uint8_t>());
  expect_compacted(extremes<int32_t>());
  expect_compacted(extremes<int64_t>());
  expect_compacted(extremes<Int128>());
  expect_compacted(texts);
  expect_compacted(std::vector<int64_t>());
}

}  // namespace
}  // namespace engine::primitives

// Selecting rows by comparison, against comparing them one by one.
#include "primitives/compare.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "columns/string_value.h"
#include "primitives/rows_for_test.h"

namespace engine::primitives {
namespace {

using columns::Int128;
using columns::StringValue;

template <class Value>
bool compares(Comparison comparison, const Value& left, const Value& right) {
  switch (comparison) {
    case Comparison::equal:
      return left == right;
    case Comparison::not_equal:
      return !(left == right);
    case Comparison::less:
      return left < right;
    case Comparison::less_equal:
      return !(right < left);
    case Comparison::greater:
      return right < left;
    case Comparison::greater_equal:
      return !(left < right);
  }
  std::unreachable();
}

constexpr Comparison comparisons[] = {Comparison::equal,   Comparison::not_equal,
                                      Comparison::less,    Comparison::less_equal,
                                      Comparison::greater, Comparison::greater_equal};

template <class Value>
void expect_comparisons(const std::vector<Value>& values) {
  PairsForTest<Value> pairs(values);
  int64_t count = std::ssize(pairs.left);
  constexpr columns::Storage storage = columns::storage_of<Value>();
  for (Comparison comparison : comparisons) {
    for (const Selection& selection : selections_for_test(count)) {
      auto by_vectors = [&](columns::Rows rows, int32_t* selected) {
        return compare_vectors_kernel(comparison, storage)(pairs.left.data(), pairs.right.data(),
                                                           rows, selected);
      };
      auto pair_compares = [&](int32_t row) {
        return compares(comparison, pairs.left[row], pairs.right[row]);
      };
      EXPECT_EQ(selected_by(by_vectors, selection, count),
                rows_that(selection, count, pair_compares));
      for (const Value& constant : values) {
        auto by_constant = [&](columns::Rows rows, int32_t* selected) {
          return compare_constant_kernel(comparison, storage)(pairs.left.data(), &constant, rows,
                                                              selected);
        };
        auto each_compares = [&](int32_t row) {
          return compares(comparison, pairs.left[row], constant);
        };
        EXPECT_EQ(selected_by(by_constant, selection, count),
                  rows_that(selection, count, each_compares));
      }
    }
  }
}

TEST(Compare, SelectsAsNumbersCompare) {
  expect_comparisons(extremes<uint8_t>());
  expect_comparisons(extremes<int32_t>());
  expect_comparisons(extremes<int64_t>());
  expect_comparisons(extremes<Int128>());
}

TEST(Compare, SelectsAsTextsCompare) {
  using namespace std::string_literals;
  const std::vector<std::string> texts = {""s,
                                          "a"s,
                                          "a\0"s,
                                          "ab"s,
                                          "abcd"s,
                                          "abcde"s,
                                          "\xff"s,
                                          "abcdefghijkl"s,
                                          "abcdefghijklm"s,
                                          "abcdefghijkln"s,
                                          "abcdZfghijklm"s};
  std::vector<StringValue> values;
  for (const std::string& text : texts) values.emplace_back(text);
  expect_comparisons(values);
  for (std::size_t a = 0; a < texts.size(); ++a) {
    for (std::size_t b = 0; b < texts.size(); ++b) {
      EXPECT_EQ(values[a] < values[b], texts[a] < texts[b]) << texts[a] << " " << texts[b];
      EXPECT_EQ(values[a] == values[b], a == b);
    }
  }
}

template <class Value>
void expect_between() {
  std::vector<Value> values = extremes<Value>();
  int64_t count = std::ssize(values);
  for (Value low : values) {
    for (Value high : values) {
      if (low > high) continue;
      for (const Selection& selection : selections_for_test(count)) {
        auto select = [&](columns::Rows rows, int32_t* selected) {
          return between_kernel(columns::storage_of<Value>())(values.data(), low, high, rows,
                                                              selected);
        };
        auto is_between = [&](int32_t row) { return low <= values[row] && values[row] <= high; };
        EXPECT_EQ(selected_by(select, selection, count), rows_that(selection, count, is_between));
      }
    }
  }
}

TEST(Compare, BetweenIncludesBothEndsAlsoOfTheStorage) {
  expect_between<int32_t>();
  expect_between<int64_t>();
}

template <class Code>
void expect_codes_of_a_set() {
  std::mt19937 random(7);
  std::vector<uint8_t> in_set(256);
  for (uint8_t& each : in_set) each = random() % 2;
  std::vector<Code> codes(300);
  for (Code& code : codes) code = static_cast<Code>(random() % in_set.size());
  for (const Selection& selection : selections_for_test(std::ssize(codes))) {
    auto select = [&](columns::Rows rows, int32_t* selected) {
      return select_codes(codes.data(), in_set.data(), rows, selected);
    };
    auto is_in_set = [&](int32_t row) { return in_set[codes[row]] == 1; };
    EXPECT_EQ(selected_by(select, selection, std::ssize(codes)),
              rows_that(selection, std::ssize(codes), is_in_set));
  }
}

TEST(Compare, SelectsCodesOfASet) {
  expect_codes_of_a_set<uint8_t>();
  expect_codes_of_a_set<int32_t>();
}

}  // namespace
}  // namespace engine::primitives

// Conditions drawn at random, against evaluating them row by row.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "expressions/input_for_test.h"

namespace engine::expressions {
namespace {

using columns::Storage;
using plan::column;
using plan::number;
using plan::text;

constexpr int64_t row_count = 97;

// A condition of a plan, and whether a row meets it.
struct Condition {
  plan::Expression plan;
  std::function<bool(int64_t row)> holds;
};

class ConditionsForTest {
 public:
  explicit ConditionsForTest(uint32_t seed) : random_(seed) {
    std::vector<std::string> words = {"a", "ab", "b", "ba"};
    for (int64_t row = 0; row < row_count; ++row) {
      small_.push_back(static_cast<int32_t>(below(7)) - 3);
      large_.push_back(below(7) - 3);
      bytes_.push_back(static_cast<uint8_t>(below(5)));
      words_.push_back(words[below(4)]);
      texts_.push_back(words[below(4)]);
    }
    dictionary_ = std::make_shared<columns::Dictionary>(words);
  }

  InputForTest input() const {
    return InputForTest(columns::table_for_test(
        {columns::column_for_test("small", columns::integer(Storage::int32), small_),
         columns::integers_for_test("large", large_),
         columns::column_for_test("bytes", columns::integer(Storage::uint8), bytes_),
         columns::words_for_test("word", dictionary_, words_),
         columns::texts_for_test("text", texts_)}));
  }

  Condition next(int depth) {
    if (depth == 0 || below(4) == 0) return leaf();
    Condition left = next(depth - 1);
    if (below(3) == 0) return {!left.plan, std::not_fn(left.holds)};
    Condition right = next(depth - 1);
    if (below(2) == 0) {
      return {left.plan && right.plan,
              [=](int64_t row) { return left.holds(row) && right.holds(row); }};
    }
    return {left.plan || right.plan,
            [=](int64_t row) { return left.holds(row) || right.holds(row); }};
  }

  int64_t below(int64_t end) { return static_cast<int64_t>(random_() % end); }

 private:
  struct Number {
    plan::Expression plan;
    std::function<int64_t(int64_t row)> value;
  };

  Number value() {
    switch (below(5)) {
      case 0:
        return {column("small"), [this](int64_t row) { return small_[row]; }};
      case 1:
        return {column("large"), [this](int64_t row) { return large_[row]; }};
      case 2:
        return {column("bytes"), [this](int64_t row) { return bytes_[row]; }};
      case 3: {
        int64_t constant = below(9) - 4;
        return {number(constant), [constant](int64_t) { return constant; }};
      }
      default: {
        Number left = value();
        Number right = value();
        return {left.plan - right.plan,
                [=](int64_t row) { return left.value(row) - right.value(row); }};
      }
    }
  }

  Condition leaf() {
    switch (below(6)) {
      case 0:
        return word();
      case 1: {
        Number low = value();
        Number high = value();
        return {between(column("small"), low.plan, high.plan), [=, this](int64_t row) {
                  return low.value(row) <= small_[row] && small_[row] <= high.value(row);
                }};
      }
      default:
        return comparison(value(), value());
    }
  }

  Condition word() {
    std::string constant = below(2) == 0 ? "ab" : "aa";
    switch (below(4)) {
      case 0:
        return {column("word") == column("text"),
                [this](int64_t row) { return words_[row] == texts_[row]; }};
      case 1:
        return {text(constant) < column("word"),
                [=, this](int64_t row) { return constant < words_[row]; }};
      case 2:
        return {like(column("text"), "_" + constant.substr(1)), [=, this](int64_t row) {
                  return texts_[row].size() == 2 && texts_[row][1] == constant[1];
                }};
      default:
        return {one_of(column("word"), {text(constant), text("b")}),
                [=, this](int64_t row) { return words_[row] == constant || words_[row] == "b"; }};
    }
  }

  Condition comparison(const Number& left, const Number& right) {
    auto with = [&](plan::Expression plan, auto compare) {
      return Condition{std::move(plan),
                       [=](int64_t row) { return compare(left.value(row), right.value(row)); }};
    };
    switch (below(6)) {
      case 0:
        return with(left.plan == right.plan, std::equal_to<>());
      case 1:
        return with(left.plan != right.plan, std::not_equal_to<>());
      case 2:
        return with(left.plan < right.plan, std::less<>());
      case 3:
        return with(left.plan <= right.plan, std::less_equal<>());
      case 4:
        return with(left.plan > right.plan, std::greater<>());
      default:
        return with(left.plan >= right.plan, std::greater_equal<>());
    }
  }

  std::mt19937 random_;
  std::vector<int32_t> small_;
  std::vector<int64_t> large_;
  std::vector<uint8_t> bytes_;
  std::vector<std::string> words_;
  std::vector<std::string> texts_;
  std::shared_ptr<const columns::Dictionary> dictionary_;
};

TEST(RandomConditions, SelectTheRowsThatMeetThem) {
  ConditionsForTest conditions(21);
  InputForTest input = conditions.input();
  for (int round = 0; round < 500; ++round) {
    Condition condition = conditions.next(3);
    for (const primitives::Selection& selection : primitives::selections_for_test(row_count)) {
      ASSERT_EQ(rows_that_meet(condition.plan, input, selection),
                primitives::rows_that(selection, row_count, condition.holds))
          << "round " << round;
    }
  }
}

TEST(RandomConditions, ChooseTheValuesOfIfElse) {
  ConditionsForTest conditions(22);
  InputForTest input = conditions.input();
  for (int round = 0; round < 100; ++round) {
    Condition condition = conditions.next(2);
    for (const primitives::Selection& selection : primitives::selections_for_test(row_count)) {
      std::string expected;
      for (int32_t row : primitives::listed(selection, row_count)) {
        int64_t small = input.table.column("small").values<int32_t>()[row];
        int64_t large = input.table.column("large").values<int64_t>()[row];
        expected += (expected.empty() ? "" : " ") +
                    std::to_string(condition.holds(row) ? small - large : large);
      }
      plan::Expression chosen =
          if_else(condition.plan, column("small") - column("large"), column("large"));
      ASSERT_EQ(values_of(chosen, input, selection), expected) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace engine::expressions

// Each fault that a plan can have in itself, where the builder or a caller's own nodes leave one.
#include "plan/validate.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "plan/plan_error.h"
#include "plan/plan_for_test.h"

namespace engine::plan {
namespace {

std::string fault_of(const Node& plan) {
  try {
    validate(plan);
    return "";
  } catch (const PlanError& error) {
    return error.what();
  }
}

Builder table() { return scan("t", {"a", "b"}); }

Node filtered(Expression condition) { return table().filter(std::move(condition)); }

TEST(Validate, TakesEveryKindOfNode) { EXPECT_EQ(fault_of(plan_of_everything()), ""); }

TEST(Validate, CountsInputs) {
  EXPECT_EQ(fault_of({.step = Filter{column("a")}}), "filter: found 0 inputs, expected 1");
  Node join = table().join(scan("u", {"c"}), {{"a", "c"}});
  join.inputs.pop_back();
  EXPECT_EQ(fault_of(join), "join: found 1 input, expected 2");
  EXPECT_EQ(fault_of({.step = Scan{"t", {"a"}}, .inputs = {table()}}),
            "scan: found 1 input, expected 0");
}

TEST(Validate, CountsArguments) {
  Expression a = column("a");
  const std::vector<std::pair<Expression, std::string>> cases = {
      {call(Function::add, {a}), "1 argument of +, expected 2"},
      {call(Function::less, {a, a, a}), "3 arguments of <, expected 2"},
      {call(Function::like, {a}), "1 argument of like, expected 2"},
      {call(Function::logical_and, {a}), "1 argument of and, expected 2 or more"},
      {call(Function::logical_or, {}), "0 arguments of or, expected 2 or more"},
      {one_of(a, {}), "1 argument of in, expected 2 or more"},
      {call(Function::logical_not, {a, a}), "2 arguments of not, expected 1"},
      {call(Function::year, {}), "0 arguments of year, expected 1"},
      {call(Function::if_else, {a, a}), "2 arguments of if_else, expected 3"},
      {call(Function::substring, {a, a}), "2 arguments of substring, expected 3"},
  };
  for (const auto& [condition, fault] : cases) {
    EXPECT_EQ(fault_of(filtered(condition)), "filter: found " + fault);
    EXPECT_EQ(fault_of(filtered(!condition)), "filter: found " + fault);
  }
  EXPECT_EQ(fault_of(filtered(one_of(a, {a}))), "");
}

TEST(Validate, LooksAtConstants) {
  Expression day = date(1970, 1, 1);
  day.number = -(int64_t{1} << 31) - 1;
  EXPECT_EQ(fault_of(filtered(day)), "filter: found the day -2147483649, expected one of 32 bits");
  EXPECT_EQ(fault_of(filtered(decimal(1, -1))), "filter: found -1 places, expected 0 to 18");
  EXPECT_EQ(fault_of(filtered(decimal(1, 18))), "");
  EXPECT_EQ(fault_of(filtered(divide(number(1), number(2), 19))),
            "filter: found 19 places, expected 0 to 18");
}

TEST(Validate, RefusesFieldsOfAnotherKind) {
  Expression with_text = number(1);
  with_text.text = "x";
  Expression with_number = column("a");
  with_number.number = 1;
  Expression with_scale = column("a") + column("b");
  with_scale.scale = 2;
  Expression with_function = column("a");
  with_function.function = Function::like;
  Expression with_arguments = text("x");
  with_arguments.arguments = {column("a")};
  for (const Expression& each :
       {with_text, with_number, with_scale, with_function, with_arguments}) {
    EXPECT_EQ(fault_of(filtered(each)),
              "filter: found an expression with fields of another kind, expected only those of its "
              "kind");
  }
}

TEST(Validate, LooksAtNames) {
  const std::string expected = ", expected UTF-8, not empty, without NUL";
  EXPECT_EQ(fault_of(scan("", {"a"})), R"(scan: found the name "")" + expected);
  EXPECT_EQ(fault_of(scan("t", {"caf\xe9"})), R"(scan: found the name "caf\xe9")" + expected);
  EXPECT_EQ(fault_of(filtered(column("a\n\xff"))),
            R"(filter: found the name "a\x0a\xff")" + expected);
  EXPECT_EQ(fault_of(table().project({Output("", column("a"))})),
            R"(project: found the name "")" + expected);
  EXPECT_EQ(fault_of(table().aggregate({""}, {})), R"(aggregate: found the name "")" + expected);
  EXPECT_EQ(fault_of(table().aggregate({}, {count("")})),
            R"(aggregate: found the name "")" + expected);
  EXPECT_EQ(fault_of(table().sort({ascending("")})), R"(sort: found the name "")" + expected);
  EXPECT_EQ(fault_of(scan("t", {std::string(100, 'x') + '\xff'})),
            "scan: found the name \"" + std::string(60, 'x') + "\"..." + expected);
}

TEST(Validate, EachColumnHasItsOwnName) {
  auto twice = [](const std::string& node) {
    return node + ": found two columns named \"a\", expected one of each name";
  };
  EXPECT_EQ(fault_of(scan("t", {"a", "a"})), twice("scan"));
  EXPECT_EQ(fault_of(table().project({"a", Output("a", number(1))})), twice("project"));
  EXPECT_EQ(fault_of(table().aggregate({"a", "a"}, {})), twice("aggregate"));
  EXPECT_EQ(fault_of(table().aggregate({"a"}, {count("a")})), twice("aggregate"));
  EXPECT_EQ(fault_of(table().join(scan("u", {"a"}), {{"a", "a"}})), twice("join"));
  EXPECT_EQ(fault_of(table().mark_join(scan("u", {"c"}), {{"a", "c"}}, "a")), twice("join"));
  EXPECT_EQ(fault_of(table().group_join(scan("u", {"c"}), {{"c", "a"}}, {count("a")})),
            twice("group join"));
  EXPECT_EQ(fault_of(table().with_scalar(scan("u", {"a"}))), twice("scalar"));
  EXPECT_EQ(fault_of(table().sort({}).project({"a", "a"}).filter(column("a")).aggregate({"b"}, {})),
            twice("aggregate: filter: project"));
}

TEST(Validate, InputsThatAreNotGivenMayShareNames) {
  EXPECT_EQ(fault_of(table().semi_join(table(), {{"a", "a"}})), "");
  EXPECT_EQ(fault_of(table().not_matched_by(table(), {{"a", "a"}})), "");
  EXPECT_EQ(fault_of(table().group_join(table(), {{"a", "a"}}, {count("n")})), "");
}

TEST(Validate, LooksAtWhatGoesTogetherInANode) {
  Builder other = scan("u", {"c"});
  EXPECT_EQ(fault_of(scan("t", {})), "scan: found no columns, expected at least one");
  EXPECT_EQ(fault_of(table().project({})), "project: found no columns, expected at least one");
  EXPECT_EQ(fault_of(table().aggregate({}, {})),
            "aggregate: found neither keys nor aggregates, expected at least one");
  EXPECT_EQ(fault_of(table().join(other, {})), "join: found no keys, expected at least one pair");
  EXPECT_EQ(fault_of(table().group_join(other, {}, {})),
            "group join: found no keys, expected at least one pair");
  EXPECT_EQ(fault_of(table().sort({}, -1)), "sort: found a limit of -1, expected 0 or more");
  Node join = table().left_join(other, {{"a", "c"}}, "m");
  std::get<Join>(join.step).condition = column("a") == column("b");
  EXPECT_EQ(fault_of(join), "join: found a left join with a condition, expected none");
  join = table().join(other, {{"a", "c"}});
  std::get<Join>(join.step).mark = "m";
  EXPECT_EQ(fault_of(join),
            R"(join: found the mark "m", expected none but of left and mark joins)");
  AggregateCall counted = count("n");
  counted.argument = column("a");
  EXPECT_EQ(fault_of(table().aggregate({}, {counted})),
            "aggregate: found an argument of count, expected none");
  AggregateCall summed = sum("n", column("a"));
  summed.argument = std::nullopt;
  EXPECT_EQ(fault_of(table().aggregate({}, {summed})),
            "aggregate: found no argument of sum, expected one");
}

}  // namespace
}  // namespace engine::plan

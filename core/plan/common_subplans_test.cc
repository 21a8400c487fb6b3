// Which parts of a plan are the same.
#include "plan/common_subplans.h"

#include <gtest/gtest.h>

#include <utility>

#include "plan/builder.h"
#include "plan/plan_for_test.h"

namespace engine::plan {
namespace {

Builder groups(int64_t least) {
  return scan("t", {"a", "b"})
      .filter(column("b") >= number(least))
      .aggregate({"a"}, {sum("s", column("b"))});
}

// One row with the sum of all groups, beside each group.
Node with_total(Builder of_rows, Builder of_total) {
  return std::move(of_rows).with_scalar(
      std::move(of_total).aggregate({}, {sum("total", column("s"))}));
}

TEST(CommonSubplans, AreNodesThatAreWrittenTheSame) {
  Node plan = with_total(groups(3), groups(3));
  CommonSubplans subplans(plan);
  const Node& first = plan.inputs[0];
  const Node& second = plan.inputs[1].inputs[0];
  EXPECT_EQ(subplans.first_of(first), &first);
  EXPECT_EQ(subplans.first_of(second), &first);
  EXPECT_EQ(subplans.count_of(first), 2);
  EXPECT_TRUE(subplans.is_repeated(second));
  EXPECT_FALSE(subplans.is_repeated(first));
  EXPECT_EQ(subplans.first_of(plan), nullptr);
  EXPECT_EQ(subplans.first_of(first.inputs[0]), nullptr) << "it is run once as it is";
}

TEST(CommonSubplans, OneConstantMakesADifference) {
  Node plan = with_total(groups(3), groups(4));
  CommonSubplans subplans(plan);
  EXPECT_EQ(subplans.first_of(plan.inputs[0]), nullptr);
  EXPECT_EQ(subplans.first_of(plan.inputs[1].inputs[0]), nullptr);
}

TEST(CommonSubplans, RowsThatAreOnlyPassedOnAreNotKept) {
  auto filtered = [](const char* name) {
    return scan("t", {"a"}).filter(column("a") < number(5)).project({Output(name, column("a"))});
  };
  Node plan = filtered("x").semi_join(filtered("x"), {{"x", "x"}});
  CommonSubplans subplans(plan);
  EXPECT_EQ(subplans.first_of(plan.inputs[0]), nullptr);
  EXPECT_EQ(subplans.first_of(plan.inputs[1]), nullptr);
}

TEST(CommonSubplans, WhatIsInARepeatedNodeCountsOnlyWhereItIsRun) {
  auto sorted = [] { return groups(3).sort({ascending("s")}, 5); };
  Node plan = sorted()
                  .semi_join(sorted(), {{"a", "a"}})
                  .semi_join(groups(3), {{"a", "a"}})
                  .semi_join(groups(3), {{"a", "a"}});
  CommonSubplans subplans(plan);
  const Node& first_sort = plan.inputs[0].inputs[0].inputs[0];
  const Node& second_sort = plan.inputs[0].inputs[0].inputs[1];
  EXPECT_EQ(subplans.count_of(first_sort), 2);
  EXPECT_EQ(subplans.first_of(second_sort), &first_sort);
  EXPECT_EQ(subplans.count_of(first_sort.inputs[0]), 3);
  EXPECT_EQ(subplans.first_of(plan.inputs[1]), &first_sort.inputs[0]);
  EXPECT_EQ(subplans.first_of(second_sort.inputs[0]), nullptr);
}

}  // namespace
}  // namespace engine::plan

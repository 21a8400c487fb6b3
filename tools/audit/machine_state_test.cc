// What is known where two ways meet.
#include "audit/machine_state.h"

#include <gtest/gtest.h>

#include "audit/x86_instruction.h"

namespace ltoscope::audit {
namespace {

using Kind = Value::Kind;

Value callee(CalleeSet callees, LoadGroups& groups) {
  return {.kind = Kind::callee, .callees = callees, .group = groups.add()};
}

TEST(MachineState, SameCalleeOnBothWaysStaysCertainAndUnitesTheLoads) {
  LoadGroups groups;
  Value a = callee(1, groups), b = callee(1, groups);
  EXPECT_NE(groups.find(a.group), groups.find(b.group));
  EXPECT_EQ(join(a, b, groups).kind, Kind::callee);
  EXPECT_EQ(groups.find(a.group), groups.find(b.group));
}

TEST(MachineState, CalleeAndAnythingElseIsMixed) {
  LoadGroups groups;
  Value a = callee(1, groups);
  EXPECT_EQ(join(a, unknown_value(), groups).kind, Kind::mixed);
  EXPECT_EQ(join(number_value(3), a, groups).kind, Kind::mixed);
  Value both = join(a, callee(2, groups), groups);
  EXPECT_EQ(both.kind, Kind::mixed);
  EXPECT_EQ(both.callees, 3u);
}

TEST(MachineState, RegisterThatWasNeverWrittenDoesNotSpoilACallee) {
  LoadGroups groups;
  EXPECT_EQ(join(Value{}, callee(1, groups), groups).kind, Kind::callee);
}

TEST(MachineState, JoinReportsChangeOnlyOnce) {
  LoadGroups groups;
  const CallingConvention& convention = calling_convention(elf::Machine::x86_64);
  MachineState into = state_at_entry(convention), from = state_at_entry(convention);
  from[rbx] = callee(1, groups);
  from.set_stack_value({0, 8}, number_value(1));
  EXPECT_TRUE(join_into(into, from, groups));
  EXPECT_FALSE(join_into(into, from, groups));
  EXPECT_EQ(into[rbx].kind, Kind::callee);
  EXPECT_EQ(into.stack_value({0, 8})->number, 1u);
}

TEST(MachineState, OverwritingPartOfASlotForgetsItAndNothingElse) {
  MachineState state;
  for (uint64_t offset : {0, 8, 16, 24}) state.set_stack_value({0, offset}, number_value(offset));
  state.overwrite_stack({0, 12}, 8);
  EXPECT_EQ(state.stack_value({0, 0})->kind, Kind::number);
  EXPECT_EQ(state.stack_value({0, 8})->kind, Kind::unknown);
  EXPECT_EQ(state.stack_value({0, 16})->kind, Kind::unknown);
  EXPECT_EQ(state.stack_value({0, 24})->kind, Kind::number);
}

}  // namespace
}  // namespace ltoscope::audit

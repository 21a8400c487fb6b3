#include "runtime/rounds.h"

#include <gtest/gtest.h>

namespace ltoscope::runtime {
namespace {

RunPlan plan_of(std::vector<std::string> names, int64_t rounds) {
  RunPlan plan{{}, {"host", "{library}"}, rounds};
  for (const std::string& name : names) plan.variants.push_back({name, "/lib/" + name + ".so"});
  return plan;
}

HostExit good_exit() {
  HostExit exit;
  exit.output = R"({"query":"Q1","iteration":1,"nanoseconds":5,"result_hash":"aa"})";
  return exit;
}

// Runs the plan with a host that always does well, and tells which libraries it was given, in
// order.
std::string order_run(const RunPlan& plan,
                      const std::set<std::pair<std::string, int64_t>>& already_have) {
  std::string order;
  Observers observers{[](const ProcessResult&) {},
                      [](const Variant&, const Failure& failure) { throw failure; }};
  run_rounds(
      plan, already_have,
      [&](const std::vector<std::string>& words) {
        order += words.at(1) + " ";
        return good_exit();
      },
      observers);
  return order;
}

TEST(Rounds, RotateWhichVariantGoesFirst) {
  EXPECT_EQ(order_run(plan_of({"a", "b"}, 3), {}),
            "/lib/a.so /lib/b.so /lib/b.so /lib/a.so /lib/a.so /lib/b.so ");
  EXPECT_EQ(round_order(2, 3), (std::vector<std::size_t>{1, 2, 0}));
}

TEST(Rounds, WhatIsAlreadyThereIsNotRunAgain) {
  EXPECT_EQ(order_run(plan_of({"a", "b"}, 2), {{"a", 1}, {"b", 2}}), "/lib/b.so /lib/a.so ");
}

TEST(Rounds, SamplesCarryVariantRoundAndPosition) {
  std::vector<RunSample> taken;
  Observers observers{[&](const ProcessResult& result) { taken.push_back(result.samples.at(0)); },
                      [](const Variant&, const Failure& failure) { throw failure; }};
  run_rounds(
      plan_of({"a", "b"}, 2), {}, [](const std::vector<std::string>&) { return good_exit(); },
      observers);
  ASSERT_EQ(taken.size(), 4u);
  EXPECT_EQ(taken[2].variant, "b");
  EXPECT_EQ(taken[2].round, 2);
  EXPECT_EQ(taken[2].position, 1);
}

TEST(Rounds, AFailedVariantIsLeftOutAndTheOthersGoOn) {
  std::string failures;
  int64_t taken = 0;
  Observers observers{[&](const ProcessResult&) { ++taken; },
                      [&](const Variant&, const Failure& failure) { failures += failure.what(); }};
  RunHost host = [](const std::vector<std::string>& words) {
    HostExit exit = good_exit();
    if (words.at(1) == "/lib/b.so") {
      exit.signal = 11;
      exit.last_error_line = "out of luck";
    }
    return exit;
  };
  run_rounds(plan_of({"a", "b"}, 3), {}, host, observers);
  EXPECT_EQ(taken, 3);
  EXPECT_EQ(
      failures,
      "variant b, round 1: the host was killed by SIGSEGV; its last line on stderr: out of luck");
}

TEST(Rounds, AFailureToSaveEndsTheRunInsteadOfBlamingTheVariant) {
  Observers observers{[](const ProcessResult&) { throw Failure(ExitCode::bad_input, "disk full"); },
                      [](const Variant&, const Failure&) { FAIL() << "blamed the variant"; }};
  EXPECT_THROW(run_rounds(
                   plan_of({"a"}, 1), {},
                   [](const std::vector<std::string>&) { return good_exit(); }, observers),
               Failure);
}

TEST(Rounds, AnExitCodeOfZeroWithoutSamplesIsAFailureOfItsOwn) {
  std::string message;
  ExitCode code = ExitCode::fine;
  Observers observers{[](const ProcessResult&) { FAIL(); },
                      [&](const Variant&, const Failure& failure) {
                        message = failure.what();
                        code = failure.code();
                      }};
  run_rounds(
      plan_of({"a"}, 1), {}, [](const std::vector<std::string>&) { return HostExit{}; }, observers);
  EXPECT_EQ(message, "variant a, round 1: the host exited with code 0 but it printed no sample");
  EXPECT_EQ(code, ExitCode::incomplete);
}

}  // namespace
}  // namespace ltoscope::runtime

// The meter runs real shells: children that hold memory, burn CPU, stray, and are killed.
#include "buildcost/process_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "buildcost/temporary_project.h"
#include "command/failure.h"
#include "command/interruption.h"

namespace ltoscope::buildcost {
namespace {

constexpr int64_t mib = 1 << 20;

MeteredRun run_shell(const TemporaryProject& project, const std::string& script) {
  return run_metered({{"sh", "-c", script}, project.folder(), project / "log"});
}

// A child that holds 48 MiB for 0.8 s: tail keeps what it may have to print until its input ends.
const std::string hold_48_mib =
    "{ head -c 50331648 /dev/zero; sleep 0.8; } | tail -c 50331648 >/dev/null";

const std::string wait_for_done = "while ! [ -e done ]; do sleep 0.05; done";

TEST(ProcessMeter, TreeSumsWhatProcessesHoldAtOnceAndLargestProcessDoesNot) {
  TemporaryProject project;
  MeteredRun run =
      run_shell(project, hold_48_mib + " & " + hold_48_mib + " & " + hold_48_mib + " & wait");
  ASSERT_TRUE(run.succeeded());
  EXPECT_GE(run.largest_tree_bytes.value(), 3 * 48 * mib);
  EXPECT_GE(run.largest_process_bytes.value(), 48 * mib);
  EXPECT_LT(run.largest_process_bytes.value(), 2 * 48 * mib);
  EXPECT_EQ(run.tree_method, "PSS of the process tree, sampled every 20 ms");
  EXPECT_GE(run.wall_seconds, 0.8);
}

TEST(ProcessMeter, ProcessesThatRunOneAfterTheOtherAreNotSummed) {
  TemporaryProject project;
  MeteredRun run = run_shell(project, hold_48_mib + "; " + hold_48_mib);
  EXPECT_GE(run.largest_tree_bytes.value(), 48 * mib);
  EXPECT_LT(run.largest_tree_bytes.value(), 2 * 48 * mib);
}

TEST(ProcessMeter, AnOrphanIsFollowed) {
  TemporaryProject project;
  // The inner shell ends at once, so what it started has lost its parent.
  MeteredRun run = run_shell(project, "( (" + hold_48_mib + "; touch done) & ) ; " + wait_for_done);
  EXPECT_GE(run.largest_tree_bytes.value(), 48 * mib);
  EXPECT_TRUE(run.left_behind.empty());
}

TEST(ProcessMeter, CpuTimeOfAnOrphanCounts) {
  TemporaryProject project;
  std::string burn = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
  MeteredRun alone = run_shell(project, burn);
  MeteredRun orphaned = run_shell(project, "( (" + burn + "; touch done) & ) ; " + wait_for_done);
  EXPECT_TRUE(orphaned.left_behind.empty());
  EXPECT_GT(orphaned.user_seconds + orphaned.system_seconds,
            0.5 * (alone.user_seconds + alone.system_seconds));
}

TEST(ProcessMeter, WhatIsLeftBehindIsNamedAndEnded) {
  TemporaryProject project;
  MeteredRun run = run_shell(project, "sleep 300 & echo $! > child");
  EXPECT_TRUE(run.succeeded());
  EXPECT_THAT(run.left_behind, testing::ElementsAre("sleep"));
  EXPECT_EQ(::kill(std::stoi(project.read("child")), 0), -1);
}

TEST(ProcessMeter, WhatIgnoresTheAskingIsKilled) {
  TemporaryProject project;
  MeteredRun run = run_shell(project, "trap '' TERM; setsid sleep 300 & echo $! > child");
  EXPECT_THAT(run.left_behind, testing::ElementsAre("sleep"));
  EXPECT_EQ(::kill(std::stoi(project.read("child")), 0), -1);
}

TEST(ProcessMeter, ExitCodeAndSignalAreApart) {
  TemporaryProject project;
  MeteredRun failed = run_shell(project, "echo out; echo err >&2; exit 7");
  EXPECT_EQ(failed.exit_code, 7);
  EXPECT_EQ(failed.signal, 0);
  EXPECT_EQ(project.read("log"), "out\nerr\n");
  EXPECT_EQ(run_shell(project, "kill -9 $$").signal, SIGKILL);
}

TEST(ProcessMeter, CpuTimeIsNotWallTime) {
  TemporaryProject project;
  MeteredRun run = run_shell(project, "sleep 0.5");
  EXPECT_GE(run.wall_seconds, 0.5);
  EXPECT_LT(run.user_seconds + run.system_seconds, 0.25);
}

TEST(ProcessMeter, OurOwnSizeIsNotTakenForTheCommands) {
  TemporaryProject project;
  std::string large(64 * mib,
                    'x');  // a child's ru_maxrss begins with its parent's anonymous memory
  MeteredRun run = run_shell(project, "sleep 0.3");
  EXPECT_LT(run.largest_process_bytes.value(), 32 * mib);
  EXPECT_EQ(run.process_method, "largest RSS of one process, sampled every 20 ms");
  EXPECT_EQ(large.size(), static_cast<std::size_t>(64 * mib));
}

TEST(ProcessMeter, AProgramThatIsMissingIsNamed) {
  TemporaryProject project;
  try {
    run_metered({{"no-such-program-here"}, project.folder(), project / "log"});
    FAIL() << "nothing thrown";
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), testing::HasSubstr("no-such-program-here"));
    EXPECT_THAT(failure.what(), testing::HasSubstr("No such file"));
  }
}

TEST(ProcessMeter, AnInterruptionEndsTheWholeTree) {
  TemporaryProject project;
  InterruptionWatch watch;
  std::thread interrupter([&] {
    while (!std::filesystem::exists(project / "child"))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(::getpid(), SIGTERM);
  });
  EXPECT_THROW(run_shell(project, "setsid sleep 300 & echo $! > new; mv new child; wait"),
               Interrupted);
  interrupter.join();
  EXPECT_EQ(::kill(std::stoi(project.read("child")), 0), -1);
}

}  // namespace
}  // namespace ltoscope::buildcost

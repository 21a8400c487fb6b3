// Outputs of failed builds, as the tools print them.
#include "buildcost/build_failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "buildcost/temporary_project.h"

namespace ltoscope::buildcost {
namespace {

BuildFailure failure_in(const std::string& output) {
  MeteredRun run;
  run.exit_code = 1;
  return failure_of(run, output);
}

TEST(BuildFailure, TheFirstErrorIsTakenNotTheCommandLine) {
  BuildFailure failure = failure_in(
      "[1/3] Building CXX object a.o\nFAILED: a.o \n/usr/bin/clang++ -Werror=x -c a.cc\n"
      "a.cc:3:1: warning: odd\na.cc:4:2: error: expected ';'\na.cc:9:2: error: later\nninja: build "
      "stopped\n");
  EXPECT_EQ(failure.kind, FailureKind::error);
  EXPECT_EQ(failure.line, "a.cc:4:2: error: expected ';'");
}

TEST(BuildFailure, CMakePutsItsReasonOnTheNextLine) {
  EXPECT_EQ(failure_in("-- x\nCMake Error at CMakeLists.txt:3 (message):\n  no LTO here\n\n").line,
            "CMake Error at CMakeLists.txt:3 (message): no LTO here");
}

TEST(BuildFailure, AKilledCommandIsLikelyMemoryWhoeverSaysIt) {
  for (const std::string& said :
       {"FAILED: a.o \n./cc a.cc\nKilled\nninja: build stopped\n",
        "FAILED: a.o \nclang++-19: error: unable to execute command: Killed\n",
        "FAILED: a.o \ng++: fatal error: Killed signal terminated program cc1plus\n",
        "FAILED: a.o \ncollect2: fatal error: ld terminated with signal 9 [Killed]\n",
        "FAILED: [code=137] a.o \n./cc a.cc\n"}) {
    BuildFailure failure = failure_in(said);
    EXPECT_EQ(failure.kind, FailureKind::killed) << said;
    EXPECT_THAT(failure.line, testing::StartsWith("killed, likely memory: FAILED: ")) << said;
  }
}

TEST(BuildFailure, ASourceThatSpeaksOfKillingIsNotKilled) {
  BuildFailure failure =
      failure_in("FAILED: Killed.o \ncc Killed.cc\nKilled.cc:1:1: error: no type named 'Killed'\n");
  EXPECT_EQ(failure.kind, FailureKind::error);
}

TEST(BuildFailure, AFullDiskIsSaid) {
  BuildFailure failure =
      failure_in("FAILED: a.o \ncc\nld.lld: error: cannot write a.so: No space left on device\n");
  EXPECT_EQ(failure.kind, FailureKind::disk_full);
  EXPECT_THAT(failure.line, testing::StartsWith("the disk is full: "));
}

TEST(BuildFailure, ACommandThatFailsSilentlyIsNamed) {
  EXPECT_EQ(failure_in("FAILED: gen.h \nfalse\nninja: build stopped: subcommand failed.\n").line,
            "FAILED: gen.h (its command printed nothing)");
  EXPECT_EQ(failure_in("").line, "it printed nothing");
}

TEST(BuildFailure, TheBuildCommandItselfMayBeKilled) {
  MeteredRun run;
  run.signal = 9;
  EXPECT_EQ(failure_of(run, "").kind, FailureKind::killed);
  run.signal = 11;
  EXPECT_EQ(failure_of(run, "").line, "the build command died of signal 11");
}

TEST(BuildFailure, ADescriptionNamesTheLog) {
  TemporaryProject project;
  project.write("x.log", "a.cc:4:2: error: no\n");
  MeteredRun run;
  run.exit_code = 1;
  EXPECT_EQ(
      describe_failure("the build", run, project / "x.log"),
      "the build failed: a.cc:4:2: error: no (whole output: " + (project / "x.log").string() + ")");
}

}  // namespace
}  // namespace ltoscope::buildcost

// Log texts before and after a build, appended to and rewritten.
#include "buildcost/ninja_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "buildcost/temporary_project.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

const std::string head = "# ninja log v5\n";
const std::string a_1 = "0\t45\t100\ta.o\tb15ac07e03d2b240\n";
const std::string b_1 = "1\t46\t100\tb.o\t32857fe2cc700092\n";
const std::string lib_1 = "46\t90\t101\tl.so\t45a8d1e95e94085c\n";
const std::string a_2 = "0\t40\t200\ta.o\tb15ac07e03d2b240\n";
const std::string lib_2 = "40\t80\t201\tl.so\t45a8d1e95e94085c\n";

TEST(NinjaLog, WhatWasAppendedRan) {
  EdgesRun edges =
      edges_run(head + a_1 + b_1 + lib_1, head + a_1 + b_1 + lib_1 + a_2 + lib_2, "log");
  EXPECT_EQ(edges.count, 2);
  EXPECT_THAT(edges.outputs, testing::ElementsAre("a.o", "l.so"));
}

TEST(NinjaLog, NothingAppendedIsNothingRun) {
  EXPECT_EQ(edges_run(head + a_1, head + a_1, "log").count, 0);
  EXPECT_EQ(edges_run("", "", "log").count, 0);
}

TEST(NinjaLog, WithoutALogBeforeEverythingRan) {
  EXPECT_EQ(edges_run("", head + a_1 + b_1 + lib_1, "log").count, 3);
}

TEST(NinjaLog, AnEdgeThatRepeatsItsTimesExactlyStillRan) {
  EXPECT_EQ(edges_run(head + a_1, head + a_1 + a_1, "log").count, 1);
}

TEST(NinjaLog, ARewrittenLogIsComparedEntryByEntry) {
  EdgesRun edges = edges_run(head + a_1 + b_1 + lib_1, head + lib_2 + b_1 + a_2, "log");
  EXPECT_EQ(edges.count, 2);
  EXPECT_THAT(edges.outputs, testing::ElementsAre("a.o", "l.so"));
}

TEST(NinjaLog, OneCommandWithTwoOutputsIsOneEdge) {
  std::string also = "0\t45\t100\ta.dwo\tb15ac07e03d2b240\n";
  EdgesRun edges = edges_run(head, head + a_1 + also, "log");
  EXPECT_EQ(edges.count, 1);
  EXPECT_EQ(edges.outputs.size(), 2u);
}

TEST(NinjaLog, ALineCutShortAtTheEndIsNoEntry) {
  EXPECT_EQ(edges_run(head, head + a_1 + "1\t46\t10", "log").count, 1);
}

TEST(NinjaLog, WhatIsNoLogIsRefusedWithItsLine) {
  for (const std::string& text : {std::string("# ninja log v4\n"),
                                  std::string("\x7f"
                                              "ELF\n"),
                                  head + a_1 + "1 2 3\n"}) {
    EXPECT_THROW(edges_run("", text, "log"), Failure) << text;
  }
  try {
    edges_run("", head + a_1 + "1 2 3\n", "build/.ninja_log");
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), testing::StartsWith("build/.ninja_log:3: found \"1 2 3\""));
  }
}

TEST(NinjaLog, AFolderWithoutLogHasAnEmptyOne) {
  TemporaryProject project;
  EXPECT_EQ(read_ninja_log(project.folder()), "");
}

}  // namespace
}  // namespace ltoscope::buildcost

// Project files as text, good and bad.
#include "buildcost/project_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "buildcost/temporary_project.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

std::string message_of(const std::string& text) {
  try {
    parse_project_file(text, "ltoscope.toml");
    return "";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::bad_input);
    return failure.what();
  }
}

TEST(ProjectFile, EveryKeyIsRead) {
  ProjectFile file = parse_project_file(R"(
target = "engine"
library = "lib/libengine.so"
presets = ["no-lto", "thin-lto"]
exports = ["Java_*"]
[cost]
touch = "core/q6.cc"
edit_file = "core/q1.cc"
edit_function = "engine::q1"
[run]
build = ["engine_host"]
command = ["{build}/bin/engine_host", "{library}"]
)",
                                        "ltoscope.toml");
  EXPECT_EQ(file.target, "engine");
  EXPECT_EQ(file.library, "lib/libengine.so");
  EXPECT_THAT(file.presets, testing::ElementsAre("no-lto", "thin-lto"));
  EXPECT_THAT(file.exports, testing::ElementsAre("Java_*"));
  EXPECT_EQ(file.touch, "core/q6.cc");
  EXPECT_EQ(file.edit_file, "core/q1.cc");
  EXPECT_EQ(file.edit_function, "engine::q1");
  EXPECT_THAT(file.run_build, testing::ElementsAre("engine_host"));
  EXPECT_THAT(file.run_command, testing::ElementsAre("{build}/bin/engine_host", "{library}"));
}

TEST(ProjectFile, AbsentKeysAreEmpty) { EXPECT_TRUE(parse_project_file("", "x").presets.empty()); }

TEST(ProjectFile, ASyntaxErrorHasItsLine) {
  EXPECT_THAT(message_of("target = \"a\"\nlibrary = \n"), testing::StartsWith("ltoscope.toml:2: "));
}

TEST(ProjectFile, AWrongTypeIsNamedWithWhatIsExpected) {
  EXPECT_EQ(message_of("\ntarget = 3\n"),
            "ltoscope.toml:2: target: found an integer, expected a string");
  EXPECT_EQ(message_of("presets = \"a\""),
            "ltoscope.toml:1: presets: found a string, expected an array of strings");
  EXPECT_EQ(message_of("presets = [\"a\",\n 1]"),
            "ltoscope.toml:2: presets: found an integer, expected a string");
  EXPECT_EQ(message_of("cost = true"), "ltoscope.toml:1: cost: found a boolean, expected a table");
  EXPECT_EQ(message_of("[run]\nbuild = \"x\""),
            "ltoscope.toml:2: run.build: found a string, expected an array of strings");
}

TEST(ProjectFile, AnUnknownKeyIsAnError) {
  EXPECT_EQ(message_of("target = \"a\"\n[cost]\ntuch = \"x\"\n"),
            "ltoscope.toml:3: found the unknown key cost.tuch, expected one of touch, edit_file, "
            "edit_function");
  EXPECT_THAT(message_of("preset = [\"a\"]"),
              testing::HasSubstr("unknown key preset, expected one of target, library"));
}

TEST(ProjectFile, PathsStayInside) {
  EXPECT_EQ(
      message_of("library = \"/lib/x.so\""),
      "ltoscope.toml:1: library: found \"/lib/x.so\", expected a relative path without \"..\"");
  EXPECT_THAT(message_of("[cost]\ntouch = \"../x.cc\""),
              testing::HasSubstr("cost.touch: found \"../x.cc\""));
}

TEST(ProjectFile, EmptyAndDoubledValuesAreRefused) {
  EXPECT_THAT(message_of("target = \"\""), testing::HasSubstr("found an empty string"));
  EXPECT_THAT(message_of("presets = []"), testing::HasSubstr("found an empty array"));
  EXPECT_EQ(message_of("presets = [\"a\", \"a\"]"),
            "ltoscope.toml:1: presets: found \"a\" twice, expected each once");
}

TEST(ProjectFile, AnEditNeedsItsFunction) {
  EXPECT_THAT(message_of("[cost]\nedit_file = \"x.cc\""),
              testing::HasSubstr("expected both or neither"));
}

TEST(ProjectFile, AProjectMayHaveNone) {
  TemporaryProject project;
  EXPECT_FALSE(read_project_file(project.folder()).has_value());
  project.write("ltoscope.toml", "target = \"a\"");
  EXPECT_EQ(read_project_file(project.folder()).value().target, "a");
}

}  // namespace
}  // namespace ltoscope::buildcost

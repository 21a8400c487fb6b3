// Debug information that is elsewhere: in separate, split, packed and alternate files.
#include "dwarf/debug_info.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dwarf/small_sources.h"

namespace ltoscope::dwarf {
namespace {

using elf::Fixture;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;

constexpr char whole_chain[] = "innermost x.c:2 < middle x.c:5 < shown x.c:8";

// x.so of nested_calls, whose parts are compiled apart from the link.
std::filesystem::path linked(const Fixture& fixture, const std::string& flags) {
  fixture.write("x.c", nested_calls);
  fixture.run(
      fmt::format("clang-19 -O2 -g -fPIC {} -c x.c -o x.o && "
                  "clang-19 -shared -fuse-ld=lld -Wl,--build-id x.o -o x.so",
                  flags));
  return fixture.folder() / "x.so";
}

TEST(DebugInfo, ASeparateFileGivesAllThatTheLibraryLost) {
  Fixture fixture;
  linked(fixture, "");
  fixture.run(
      "llvm-objcopy-19 --only-keep-debug x.so x.debug && llvm-strip-19 x.so && "
      "llvm-objcopy-19 --add-gnu-debuglink=x.debug x.so");
  Asked asked = ask(fixture.folder() / "x.so", "shown");
  EXPECT_THAT(asked.chains, Contains(whole_chain));
  elf::DebugFilePlaces nowhere;
  nowhere.none = true;
  EXPECT_THAT(ask(fixture.folder() / "x.so", "shown", nowhere).found.incomplete,
              Contains(HasSubstr("found no debug information")));
}

TEST(DebugInfo, SplitUnitsAreReadFromTheirFiles) {
  Fixture fixture;
  for (const char* version : {"-gdwarf-4", "-gdwarf-5"}) {
    Asked asked = ask(linked(fixture, fmt::format("-gsplit-dwarf {}", version)), "shown");
    EXPECT_THAT(asked.chains, Contains(whole_chain)) << version;
    EXPECT_TRUE(asked.found.incomplete.empty());
    EXPECT_EQ(asked.found.units.at(0).name, "x.c");
  }
}

TEST(DebugInfo, AMissingSplitFileLeavesLinesAndAReason) {
  Fixture fixture;
  std::filesystem::path library = linked(fixture, "-gsplit-dwarf");
  fixture.run("mv x.dwo elsewhere.dwo");
  Asked asked = ask(library, "shown");
  EXPECT_THAT(asked.chains, Each(""));
  EXPECT_NE(asked.found.of.at(0).line, 0u);
  EXPECT_THAT(asked.found.incomplete,
              Contains(HasSubstr("found no split file x.dwo, expected it in")));
}

TEST(DebugInfo, ASplitFileOfAnotherBuildIsNotTaken) {
  Fixture fixture;
  std::filesystem::path library = linked(fixture, "-gsplit-dwarf");
  fixture.run("printf 'int changed;' >>x.c && clang-19 -O2 -g -fPIC -gsplit-dwarf -c x.c -o x.o");
  EXPECT_THAT(
      ask(library, "shown").found.incomplete,
      Contains(testing::ContainsRegex("x.dwo: found unit [0-9a-f]+, expected the unit [0-9a-f]+")));
}

TEST(DebugInfo, APackageStandsForAllSplitFiles) {
  Fixture fixture;
  for (const char* version : {"-gdwarf-4", "-gdwarf-5"}) {
    std::filesystem::path library = linked(fixture, fmt::format("-gsplit-dwarf {}", version));
    fixture.run("llvm-dwp-19 -e x.so -o x.so.dwp && rm x.dwo");
    Asked asked = ask(library, "shown");
    EXPECT_THAT(asked.chains, Contains(whole_chain)) << version;
    EXPECT_TRUE(asked.found.incomplete.empty());
  }
}

// Two libraries with types and inlined functions that dwz moves into a file of both.
void share_debug_information(const Fixture& fixture, bool with_dwz) {
  std::string types =
      "struct person { int age, height; const char* name_of_person; struct person* next_person; "
      "};\n";
  for (const char* name : {"x", "y"}) {
    fixture.write(fmt::format("{}.c", name),
                  fmt::format("{}{}", nested_calls, types) +
                      "int height(struct person* p) { return p->height + middle(p->age); }\n");
    fixture.run(fmt::format(
        "clang-19 -O2 -g -gdwarf-4 -fPIC -shared -fuse-ld=lld -Wl,--build-id {0}.c -o {0}.so",
        name));
  }
  if (with_dwz) fixture.run("dwz -m shared.dwz x.so y.so");
}

TEST(DebugInfo, WhatFilesShareIsReadFromTheAlternateFile) {
  Fixture fixture;
  share_debug_information(fixture, false);
  Asked before = ask(fixture.folder() / "x.so", "height");
  share_debug_information(fixture, true);
  Asked after = ask(fixture.folder() / "x.so", "height");
  EXPECT_THAT(before.chains, Contains(HasSubstr("innermost x.c:2 < middle x.c:5 < height x.c:14")));
  EXPECT_EQ(after.chains, before.chains);
  EXPECT_TRUE(after.found.incomplete.empty());
}

TEST(DebugInfo, AMissingAlternateFileIsAReason) {
  Fixture fixture;
  share_debug_information(fixture, true);
  fixture.run("rm shared.dwz");
  EXPECT_THAT(ask(fixture.folder() / "x.so", "height").found.incomplete,
              Contains(HasSubstr(
                  "x.so: found no alternate file, expected the one that .gnu_debugaltlink names")));
}

}  // namespace
}  // namespace ltoscope::dwarf

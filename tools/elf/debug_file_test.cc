// Separate debug files: the order in which they are looked for, and what is not taken.
#include "elf/debug_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elf/fixture.h"
#include "elf/notes.h"

namespace ltoscope::elf {
namespace {

constexpr char with_an_own_function[] = R"(
static __attribute__((noinline)) int own(int n) { return n * 3; }
int shown(int n) { return own(n) + 1; }
)";

// Enough for a tool to find it worth sharing between two files.
constexpr char with_large_types[] = R"(
struct person { int age, height; const char* name_of_person; struct person* next_person; double weight_of_person; };
struct company { struct person* director_of_company; struct person people[100]; const char* name_of_company; };
int shown(struct company* c) { return c->people[3].age + c->director_of_company->height; }
)";

DebugFilePlaces in_folder(const std::filesystem::path& folder) {
  DebugFilePlaces places;
  places.folders = {folder};
  return places;
}

DebugFilePlaces given(const std::filesystem::path& file) {
  DebugFilePlaces places;
  places.file = file;
  return places;
}

// x.so, stripped, and its x.debug.
std::filesystem::path stripped(const Fixture& fixture, const std::string& link_flags) {
  fixture.library("x.so", with_an_own_function, "-g " + link_flags);
  fixture.run("llvm-objcopy-19 --only-keep-debug x.so x.debug && llvm-strip-19 --strip-all x.so");
  return fixture.folder() / "x.so";
}

// Moves x.debug to where its build id says, below the folder.
void file_by_build_id(const Fixture& fixture, const std::string& folder) {
  std::string id = *read_build_id(read_image(fixture.folder() / "x.so"));
  fixture.run(fmt::format("mkdir -p {0}/.build-id/{1} && mv x.debug {0}/.build-id/{1}/{2}.debug",
                          folder, id.substr(0, 2), id.substr(2)));
}

bool has(const SeparateSymbols& found, std::string_view name) {
  return found.symbols && std::any_of(found.symbols->begin(), found.symbols->end(),
                                      [&](const Symbol& symbol) { return symbol.name == name; });
}

TEST(DebugFile, ABuildIdFindsItInAFolderThatWasGiven) {
  Fixture fixture;
  Image image = read_image(stripped(fixture, "-Wl,--build-id"));
  file_by_build_id(fixture, "symbols");
  DebugFilePlaces places;
  EXPECT_FALSE(find_debug_file(image, places).image);
  places.folders = {fixture.folder() / "nothing", fixture.folder() / "symbols"};
  DebugFile found = find_debug_file(image, places);
  ASSERT_TRUE(found.image);
  EXPECT_EQ(found.found_by, "build id");
  EXPECT_TRUE(has(find_separate_symbols(image, places), "own"));
  places.none = true;
  EXPECT_FALSE(find_debug_file(image, places).image);
}

TEST(DebugFile, ALinkFindsItBesideInDotDebugAndBelowAFolder) {
  Fixture fixture;
  stripped(fixture, "-Wl,--build-id=none");
  fixture.run("llvm-objcopy-19 --add-gnu-debuglink=x.debug x.so");
  Image image = read_image(fixture.folder() / "x.so");
  EXPECT_EQ(find_debug_file(image, {}).found_by, "debug link");
  fixture.run("mkdir .debug && mv x.debug .debug/");
  EXPECT_THAT(find_debug_file(image, {}).image->file->name(), testing::EndsWith(".debug/x.debug"));
  fixture.run("mkdir -p \"root/$PWD\" && mv .debug/x.debug \"root/$PWD/\"");
  EXPECT_FALSE(find_debug_file(image, {}).image);
  EXPECT_TRUE(find_debug_file(image, in_folder(fixture.folder() / "root")).image);
}

TEST(DebugFile, AFileWithAnotherChecksumIsPassedOver) {
  Fixture fixture;
  stripped(fixture, "-Wl,--build-id=none");
  fixture.run("llvm-objcopy-19 --add-gnu-debuglink=x.debug x.so && printf more >>x.debug");
  DebugFile found = find_debug_file(read_image(fixture.folder() / "x.so"), {});
  EXPECT_FALSE(found.image);
  EXPECT_THAT(found.passed_over,
              testing::ElementsAre(testing::ContainsRegex("x.debug: found checksum .*, expected")));
}

TEST(DebugFile, AFileOfAnotherBuildIsPassedOverOrRefusedWhenGiven) {
  Fixture fixture;
  Image image = read_image(stripped(fixture, "-Wl,--build-id"));
  std::filesystem::path other =
      fixture.library("other", "int g(void) { return 2; }", "-Wl,--build-id");
  fixture.run("mv other x.debug");
  file_by_build_id(fixture, "symbols");
  DebugFile found = find_debug_file(image, in_folder(fixture.folder() / "symbols"));
  EXPECT_FALSE(found.image);
  EXPECT_THAT(found.passed_over, testing::ElementsAre(testing::HasSubstr("expected build id")));
  fixture.library("other", "int g(void) { return 2; }", "-Wl,--build-id");
  EXPECT_THAT(failure_of([&] { find_debug_file(image, given(other)); }),
              testing::ContainsRegex("other: found build id [0-9a-f]+, expected build id"));
}

TEST(DebugFile, OneThatWasGivenIsTaken) {
  Fixture fixture;
  Image image = read_image(stripped(fixture, "-Wl,--build-id"));
  fixture.run("mv x.debug elsewhere");
  DebugFile found = find_debug_file(image, given(fixture.folder() / "elsewhere"));
  EXPECT_EQ(found.found_by, "given");
  EXPECT_THAT(failure_of([&] { find_debug_file(image, given(fixture.folder() / "missing")); }),
              testing::HasSubstr("missing: cannot open"));
}

TEST(DebugFile, AnAlternateFileIsFoundByNameAndVerified) {
  Fixture fixture;
  for (const char* name : {"a.so", "b.so"}) {
    fixture.compile(name, with_large_types,
                    "-O2 -fPIC -shared -g -gdwarf-4 -fuse-ld=lld -Wl,--build-id");
  }
  fixture.run("dwz -m shared.dwz a.so b.so");
  Image debug = read_image(fixture.folder() / "a.so");
  AlternateFile found = find_alternate_file(debug, {});
  EXPECT_TRUE(found.expected);
  EXPECT_TRUE(found.file.image);
  fixture.run("cp b.so shared.dwz");
  found = find_alternate_file(debug, {});
  EXPECT_FALSE(found.file.image);
  EXPECT_THAT(found.file.passed_over, testing::Contains(testing::HasSubstr("expected build id")));
}

TEST(DebugFile, ALibraryWithoutAnyOfItHasNoSymbolsElsewhere) {
  Fixture fixture;
  Image image = read_image(stripped(fixture, "-Wl,--build-id"));
  SeparateSymbols found = find_separate_symbols(image, {});
  EXPECT_FALSE(found.symbols);
  EXPECT_EQ(found.source, "");
  EXPECT_FALSE(find_alternate_file(image, {}).expected);
}

TEST(MiniDebugInfo, ASymbolTableInsideTheLibraryIsTheLastResort) {
  Fixture fixture;
  stripped(fixture, "-Wl,--build-id");
  fixture.run(
      "llvm-strip-19 --strip-debug x.debug -o mini && xz mini && "
      "llvm-objcopy-19 --add-section .gnu_debugdata=mini.xz x.so && rm x.debug");
  Image image = read_image(fixture.folder() / "x.so");
  SeparateSymbols found = find_separate_symbols(image, {});
  EXPECT_EQ(found.source, "mini debug info");
  EXPECT_TRUE(has(found, "own"));
}

TEST(MiniDebugInfo, OneThatIsCutShortIsRefused) {
  Fixture fixture;
  stripped(fixture, "-Wl,--build-id");
  fixture.run(
      "llvm-strip-19 --strip-debug x.debug -o mini && xz mini && head -c 200 mini.xz >cut && "
      "llvm-objcopy-19 --add-section .gnu_debugdata=cut x.so && rm x.debug");
  Image image = read_image(fixture.folder() / "x.so");
  EXPECT_THAT(failure_of([&] { find_separate_symbols(image, {}); }),
              testing::HasSubstr(".gnu_debugdata: found a damaged xz stream"));
}

}  // namespace
}  // namespace ltoscope::elf

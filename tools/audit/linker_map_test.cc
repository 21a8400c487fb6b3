// Maps of real links, and what is no map, or one of another link.
#include "audit/linker_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using testing::Contains;
using testing::HasSubstr;

// A long name of a section, which GNU ld writes on a line of its own.
constexpr char placed_code[] =
    "__attribute__((section(\".text.a_section_with_a_long_name\"))) int one(int n) { return n * 3; "
    "}"
    "int two(int n) { return n * 5; }";

std::vector<std::string> owners_of_code(const LinkerMap& map, const std::filesystem::path& path) {
  std::vector<std::string> owners;
  for (const MappedInput& input : map.inputs_of_code(elf::read_image(path))) {
    owners.push_back(map.objects[input.object]);
  }
  return owners;
}

TEST(LinkerMap, PiecesOfCodeNameTheirObject) {
  for (std::string linker : {"lld", "bfd", "gold"}) {
    Fixture fixture;
    fixture.compile("x.o", placed_code, "-O2 -fPIC -c");
    fixture.run("llvm-ar-19 rcs lib.a x.o");
    fixture.library("x.so", "",
                    "-fuse-ld=" + linker +
                        " -Wl,-Map,x.map -Wl,--whole-archive lib.a "
                        "-Wl,--no-whole-archive -x c");
    LinkerMap map = read_linker_map(fixture.folder() / "x.map");
    std::vector<std::string> owners = owners_of_code(map, fixture.folder() / "x.so");
    EXPECT_EQ(std::count(owners.begin(), owners.end(), "lib.a(x.o)"), 2) << linker;
    EXPECT_THAT(owners, Contains(HasSubstr("crtbeginS.o"))) << linker;
  }
}

TEST(LinkerMap, OneOfAnotherLinkIsRefused) {
  Fixture fixture;
  std::filesystem::path library = fixture.library("x.so", placed_code, "-Wl,-Map,x.map");
  std::filesystem::path other =
      fixture.library("y.so", "int more(int* p) { return p[1] * p[2]; }", "");
  LinkerMap map = read_linker_map(fixture.folder() / "x.map");
  EXPECT_EQ(elf::failure_of([&] { map.inputs_of_code(elf::read_image(library)); }), "no failure");
  EXPECT_THAT(elf::failure_of([&] { map.inputs_of_code(elf::read_image(other)); }),
              testing::MatchesRegex(".*x.map: section .text: found 0x.* bytes at 0x.*, expected "
                                    "0x.* bytes at 0x.* as in .*y.so: the map is of another link"));
}

TEST(LinkerMap, WhatIsNoMapIsRefused) {
  Fixture fixture;
  EXPECT_THAT(elf::failure_of([&] { read_linker_map(fixture.write("x.map", "one\ntwo\n")); }),
              HasSubstr("x.map: line 2: found no heading"));
  std::string heading = "             VMA              LMA     Size Align Out     In      Symbol\n";
  std::string line = "fffffffffffffff0 fffffffffffffff0       11     1 .text\n";
  EXPECT_THAT(elf::failure_of([&] { read_linker_map(fixture.write("y.map", heading + line)); }),
              HasSubstr("y.map: line 2: found 0x11 bytes at 0xfffffffffffffff0"));
  EXPECT_THAT(elf::failure_of([&] { read_linker_map(fixture.folder() / "none.map"); }),
              HasSubstr("none.map: cannot open"));
}

TEST(LinkerMap, ObjectsOfLtoTellTheirMemberOnlyWhereTheNameDoes) {
  EXPECT_EQ(member_of_object("out/lib.a(x.o)").name, "out/lib.a(x.o)");
  EXPECT_FALSE(member_of_object("a.lto-tests/x.o").by_lto);
  EXPECT_EQ(member_of_object("x.so.lto.lib.a(x.o at 106).o").name, "lib.a(x.o)");
  EXPECT_TRUE(member_of_object("x.so.lto.lib.a(x.o at 106).o").by_lto);
  EXPECT_EQ(member_of_object("src/x.so.lto.y.o").name, "src/y.o");
  for (std::string name : {"x.so.lto.o", "x.so.lto.1.o", "lto.tmp", "/tmp/cc2Kg2.ltrans0.ltrans.o",
                           "cache/llvmcache-0123ABC", "/tmp/lto-llvm-1234.o"}) {
    EXPECT_EQ(member_of_object(name).name, "") << name;
    EXPECT_TRUE(member_of_object(name).by_lto) << name;
  }
}

TEST(LinkerMap, ObjectWithANameThatIsNoPathIsRefused) {
  Fixture fixture;
  auto map_with = [&](const std::string& object) {
    return fixture.write("x.map",
                         "             VMA              LMA     Size Align Out     In      Symbol\n"
                         "               0                0       10     1 .text\n"
                         "               0                0       10     1         " +
                             object + ":(.text)\n");
  };
  EXPECT_EQ(read_linker_map(map_with(std::string(4096, 'a'))).inputs.size(), 1u);
  EXPECT_THAT(elf::failure_of([&] { read_linker_map(map_with(std::string(100'000, 'a'))); }),
              HasSubstr("line 3: found an object's name of 100000 bytes, expected at most 8192"));
}

}  // namespace
}  // namespace ltoscope::audit

// What addresses are said to be: functions, inlined calls, files and lines.
#include "dwarf/attribution.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "dwarf/small_sources.h"

namespace ltoscope::dwarf {
namespace {

using elf::Fixture;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;

TEST(Attribution, AFunctionItsFileAndItsLineAreFound) {
  Fixture fixture;
  Asked asked = ask(fixture.library("x.so", nested_calls, "-g"), "other");
  EXPECT_THAT(asked.chains, Contains("other x.so.source:11"));
  EXPECT_THAT(asked.chains, Each(testing::StartsWith("other x.so.source:1")));
  EXPECT_TRUE(asked.found.incomplete.empty());
  EXPECT_EQ(asked.found.units.at(0).name, "x.so.source");
  EXPECT_THAT(asked.found.units.at(0).producer, HasSubstr("clang version 19"));
}

TEST(Attribution, InlinedCallsAreAChainFromTheInside) {
  Fixture fixture;
  for (const char* version : {"-gdwarf-3", "-gdwarf-4", "-gdwarf-5", "-gdwarf-5 -gdwarf64"}) {
    Asked asked =
        ask(fixture.library("x.so", nested_calls, fmt::format("-g {}", version)), "shown");
    EXPECT_THAT(asked.chains,
                Contains("innermost x.so.source:2 < middle x.so.source:5 < shown x.so.source:8"));
    EXPECT_THAT(asked.chains, Each(HasSubstr("shown x.so.source:")));
    EXPECT_TRUE(asked.found.incomplete.empty());
  }
}

TEST(Attribution, MangledNamesAreToldBesidePlainOnes) {
  Fixture fixture;
  Asked asked = ask(
      fixture.library("x.so", "namespace a { int twice(int n) { return n * 2; } }", "-x c++ -g"),
      "_ZN1a5twiceEi");
  ASSERT_EQ(asked.found.functions.size(), 1u);
  EXPECT_EQ(asked.found.functions[0], (Function{"_ZN1a5twiceEi", "twice"}));
}

TEST(Attribution, AFunctionInTwoPartsIsOneFunction) {
  Fixture fixture;
  std::string_view source = R"(
void fail(const char*) __attribute__((cold, noreturn));
int part(int n) { if (n > 1000) fail("much"); return n * 3; }
)";
  std::filesystem::path library = fixture.library(
      "x.so", source, "-g -ffunction-sections -mllvm -hot-cold-split=true -Wl,-z,undefs");
  Asked asked = ask(library, "part");
  EXPECT_FALSE(asked.chains.empty());
  EXPECT_THAT(asked.chains, Each(HasSubstr("part x.so.source:3")));
}

TEST(Attribution, NothingIsSaidOfCodeWithoutDebugInformation) {
  Fixture fixture;
  fixture.write("plain.c", "int plain(int n) { return n + 5; }");
  fixture.run("clang-19 -O2 -fPIC -c plain.c -o plain.o");
  Asked asked = ask(fixture.library("x.so", nested_calls, "-g plain.o -x c"), "plain");
  EXPECT_FALSE(asked.chains.empty());
  EXPECT_THAT(asked.chains, Each(""));
  EXPECT_FALSE(asked.found.of[0].unit);
  EXPECT_TRUE(asked.found.incomplete.empty());
}

TEST(Attribution, ALibraryWithoutDebugInformationIsIncomplete) {
  Fixture fixture;
  Asked asked = ask(fixture.library("x.so", nested_calls), "shown");
  EXPECT_THAT(asked.chains, Each(""));
  EXPECT_THAT(asked.found.incomplete,
              Contains(HasSubstr("x.so: found no debug information, expected some")));
}

TEST(Attribution, CodeThatTheLinkerLeftOutIsNoOnesFunction) {
  Fixture fixture;
  // Left out, and so long that from address 0 it would reach over all that was kept.
  std::string source = "__attribute__((visibility(\"hidden\"))) int unused(volatile int* n) { ";
  for (int count = 0; count < 4000; ++count) source += "*n += 123456789; ";
  source += "return 1; }\nint kept(int n) { return n + 1; }\n";
  for (const char* linker : {"lld", "bfd"}) {
    fixture.write("y.c", source);
    fixture.run(fmt::format(
        "clang-19 -O1 -g -gdwarf-4 -ffunction-sections -fPIC -shared -fuse-ld={} -Wl,--gc-sections "
        "y.c -o x.so",
        linker));
    Asked asked = ask(fixture.folder() / "x.so", "kept");
    EXPECT_FALSE(asked.chains.empty());
    EXPECT_THAT(asked.chains, Each(HasSubstr("kept y.c:2"))) << linker;
  }
}

TEST(Attribution, TheNumberOfThreadsChangesNothing) {
  Fixture fixture;
  std::string units;
  for (int unit = 0; unit < 9; ++unit) {
    fixture.write(fmt::format("u{}.c", unit),
                  fmt::format("static inline int same(int n) {{ return n * 3; }}\nint f{0}(int n) "
                              "{{ return same(n) + {0}; }}\n",
                              unit));
    units += fmt::format(" u{}.c", unit);
  }
  fixture.run("clang-19 -O2 -g -fPIC -shared -fuse-ld=lld -o x.so" + units);
  elf::Image image = elf::read_image(fixture.folder() / "x.so");
  std::vector<uint64_t> addresses;
  for (int unit = 0; unit < 9; ++unit) {
    std::vector<uint64_t> some = addresses_of(image, fmt::format("f{}", unit));
    addresses.insert(addresses.end(), some.begin(), some.end());
  }
  DebugInfo info = open_debug_info(image, {});
  Attributions one = attribute(info, addresses, 1), many = attribute(info, addresses, 4);
  EXPECT_EQ(chains_in(one, addresses), chains_in(many, addresses));
  EXPECT_EQ(one.functions, many.functions);
  EXPECT_EQ(one.functions.size(), 10u);  // "same" is one, however many units have it
  EXPECT_EQ(one.units.size(), 9u);
}

TEST(Attribution, ADamagedUnitIsAReasonAndTheOthersAreRead) {
  Fixture fixture;
  fixture.write("a.c", "int first(int n) { return n + 1; }");
  fixture.write("b.c", "int second(int n) { return n + 2; }");
  fixture.run("clang-19 -O2 -g -fPIC -shared -fuse-ld=lld a.c b.c -o x.so");
  std::filesystem::path library = fixture.folder() / "x.so";
  elf::Section section = *elf::find_section(elf::read_image(library), ".debug_info");
  std::fstream file(library, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(section.offset) + 4);
  file.write("\x63\0", 2);  // the first unit's version
  file.close();
  EXPECT_THAT(ask(library, "first").chains, Each(""));
  Asked asked = ask(library, "second");
  EXPECT_THAT(asked.chains, Each(HasSubstr("second b.c:1")));
  EXPECT_THAT(asked.found.incomplete,
              Contains(HasSubstr(".debug_info: found version 99 at offset 0x0, expected 2 to 5")));
}

// An entry of a function whose origin is itself.
constexpr std::string_view in_circles = R"(
  .text
  .globl f
  .type f,@function
f: ret
.Lend:
  .size f, .Lend-f
  .section .debug_abbrev,"",@progbits
  .byte 1, 0x11, 1, 0x11, 1, 0x12, 7, 0, 0    # unit: low_pc addr, high_pc data8
  .byte 2, 0x2e, 0, 0x11, 1, 0x12, 7, 0x31, 0x13, 0, 0  # function: those, and abstract_origin ref4
  .byte 0
  .section .debug_info,"",@progbits
.Lunit:
  .long .Lunit_end-.Lunit-4
  .short 4
  .long 0
  .byte 8, 1
  .quad f, .Lend-f
.Lentry:
  .byte 2
  .quad f, .Lend-f
  .long .Lentry-.Lunit
  .byte 0
.Lunit_end:
)";

TEST(Attribution, EntriesThatReferToThemselvesEnd) {
  Fixture fixture;
  Asked asked = ask(fixture.library("x.so", in_circles, "-x assembler"), "f");
  ASSERT_EQ(asked.found.functions.size(), 1u);
  EXPECT_EQ(asked.found.functions[0], (Function{"", ""}));
}

}  // namespace
}  // namespace ltoscope::dwarf

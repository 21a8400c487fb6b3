// The smaller tables: dynamic segment, build id, unwind table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elf/dynamic.h"
#include "elf/exception_table.h"
#include "elf/fixture.h"
#include "elf/notes.h"
#include "elf/symbols.h"
#include "elf/unwind_table.h"

namespace ltoscope::elf {
namespace {

using testing::ElementsAre;

constexpr char user_of_libm[] = R"(
extern double sqrt(double);
__thread int counter;
double root(double x) { return sqrt(x) + counter; }
)";

TEST(Dynamic, NeededSonameAndStaticTlsAreRead) {
  Fixture fixture;
  Image plain =
      read_image(fixture.library("x.so", user_of_libm, "-Wl,-soname,libx.so.1 -nostdlib -lm"));
  Dynamic dynamic = read_dynamic(plain);
  EXPECT_THAT(dynamic.needed, ElementsAre("libm.so.6"));
  EXPECT_EQ(dynamic.soname, "libx.so.1");
  EXPECT_FALSE(dynamic.static_tls);

  Image initial = read_image(fixture.library("y.so", user_of_libm, "-ftls-model=initial-exec"));
  EXPECT_TRUE(read_dynamic(initial).static_tls);
  EXPECT_FALSE(read_dynamic(initial).soname.has_value());
}

TEST(Dynamic, StaticExecutableHasNone) {
  Fixture fixture;
  Image image = read_image(
      fixture.compile("x", "void _start(void) { for (;;) {} }", "-nostdlib -static -fuse-ld=lld"));
  EXPECT_FALSE(read_dynamic(image).present);
  EXPECT_EQ(image.type, FileType::executable);
}

TEST(Notes, BuildIdIsThereOnlyWhenTheLinkerWroteOne) {
  Fixture fixture;
  Image with = read_image(fixture.library("x.so", user_of_libm, "-Wl,--build-id=0x0123abcd"));
  EXPECT_EQ(read_build_id(with), "0123abcd");
  Image without = read_image(fixture.library("y.so", user_of_libm, "-Wl,--build-id=none"));
  EXPECT_EQ(read_build_id(without), std::nullopt);
}

TEST(UnwindTable, ExtentsAreThoseOfTheSymbolsAndSurviveStrip) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", user_of_libm);
  Image image = read_image(path);
  std::vector<Symbol> symbols = read_symbol_table(image).value();
  auto root = std::find_if(symbols.begin(), symbols.end(),
                           [](const Symbol& symbol) { return symbol.name == "root"; });
  fixture.run("llvm-objcopy-19 --strip-sections x.so");
  std::vector<CodeExtent> extents = read_unwind_table(read_image(path)).code;
  EXPECT_TRUE(std::any_of(extents.begin(), extents.end(), [&](const CodeExtent& extent) {
    return extent.begin == root->address && extent.end == root->address + root->size;
  }));
}

TEST(UnwindTable, FileWithoutOneHasNoExtents) {
  Fixture fixture;
  Image image = read_image(
      fixture.library("x.so", user_of_libm, "-nostdlib -fno-asynchronous-unwind-tables"));
  EXPECT_TRUE(read_unwind_table(image).code.empty());
}

TEST(ExceptionTable, CallInATryBlockHasALandingPadInItsFunction) {
  Fixture fixture;
  Image image = read_image(fixture.library("x.so", R"(
void may_throw();
int caught() { try { may_throw(); } catch (...) { return 1; } return 0; }
int plain(int x) { return x; }
)",
                                           "-x c++"));
  std::vector<ExceptionRange> ranges;
  CodeExtent function{};
  for (const UnwindEntry& entry : read_unwind_table(image).with_exceptions) {
    EXPECT_TRUE(ranges.empty()) << "only one function has one";
    Allowance records(100);
    ranges = read_exception_table(image, entry, records);
    function = entry.code;
  }
  ASSERT_EQ(ranges.size(), 1u);
  EXPECT_GE(ranges[0].calls.begin, function.begin);
  EXPECT_LE(ranges[0].calls.end, ranges[0].landing_pad);
  EXPECT_LT(ranges[0].landing_pad, function.end);
}

}  // namespace
}  // namespace ltoscope::elf

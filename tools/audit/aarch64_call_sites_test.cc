// AArch64 call sites keep their count whatever shape linker and compiler give to calls and PLT.
#include <gmock/gmock.h>
#include <gtest/gtest.h>


#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;

// One plain call, one in a cold function, one tail call, one conditional tail call.
constexpr char four_arm_sites[] = R"(
typedef unsigned long size_t;
extern void* malloc(size_t);
void* plain(size_t n) { char* p = malloc(n); if (p) *p = 1; return p; }
__attribute__((cold, noinline)) void* cold(size_t n) {
  char* p = malloc(n + 1); if (p) *p = 2; return p; }
void* tail(size_t n) { return malloc(n); }
void* conditional(size_t n, int c) { if (c) return malloc(n); return 0; }
)";

constexpr char arm_library[] = " -O2 -fPIC -shared -nostdlib -fuse-ld=lld ";

std::filesystem::path arm64(const Fixture& fixture, const std::string& source,
                            const std::string& flags = "") {
  return fixture.compile("x.so", source, "--target=aarch64-linux-gnu" + (arm_library + flags));
}

std::filesystem::path arm64_assembly(const Fixture& fixture, const std::string& source,
                                     const std::string& flags = "") {
  return arm64(fixture, source, "-x assembler-with-cpp " + flags);
}

struct ArmShape {
  const char* name;
  const char* flags;
};

void PrintTo(const ArmShape& shape, std::ostream* out) { *out << shape.name; }

class Aarch64Shapes : public testing::TestWithParam<ArmShape> {};

TEST_P(Aarch64Shapes, AreTwoCallsAndTwoTailJumpsAlsoWhenStripped) {
  Fixture fixture;
  arm64(fixture, four_arm_sites, GetParam().flags);
  fixture.run("llvm-strip-19 x.so -o stripped.so");
  fixture.run("llvm-objcopy-19 --strip-sections x.so no_sections.so");
  for (const char* file : {"x.so", "stripped.so", "no_sections.so"}) {
    CallCounts counts = counts_in(fixture.folder() / file, "malloc");
    EXPECT_EQ(counts.call, 2) << file;
    EXPECT_EQ(counts.tail_jump, 2) << file;
    EXPECT_EQ(counts.unresolved, 0) << file;
    EXPECT_EQ(counts.address_in_code, 0) << file;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Aarch64Shapes,
    testing::Values(ArmShape{"lazy_plt", ""}, ArmShape{"eager_plt", "-Wl,-z,now"},
                    ArmShape{"no_plt", "-fno-plt"}, ArmShape{"bti", "-mbranch-protection=bti"},
                    ArmShape{"forced_bti", "-Wl,-z,force-bti"},
                    ArmShape{"pac_plt", "-mbranch-protection=standard -Wl,-z,pac-plt"},
                    ArmShape{"bti_and_pac", "-Wl,-z,force-bti -Wl,-z,pac-plt"}),
    [](const testing::TestParamInfo<ArmShape>& info) { return std::string(info.param.name); });

TEST(Aarch64CallSites, BigEndianFilesHaveLittleEndianCode) {
  Fixture fixture;
  std::filesystem::path path = fixture.compile(
      "x.so", four_arm_sites, std::string("--target=aarch64_be-linux-gnu") + arm_library);
  EXPECT_EQ(counts_in(path, "malloc").call, 2);
  EXPECT_EQ(counts_in(path, "malloc").tail_jump, 2);
}

TEST(Aarch64CallSites, LookAlikesAndAddressesAreNoCalls) {
  Fixture fixture;
  std::filesystem::path path = arm64(fixture, std::string(four_arm_sites) + R"(
void* my_malloc_like(size_t n);
void* xmalloc(size_t n) { char* p = my_malloc_like(n); return p + 1; }
void* (*pointer)(size_t) = malloc;
void* (*give(void))(size_t) { return malloc; }
)");
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, 2);
  EXPECT_EQ(counts.tail_jump, 2);
  EXPECT_EQ(counts.address_in_code, 1);
  EXPECT_EQ(counts.address_in_data, 1);
  EXPECT_EQ(counts.unresolved, 0);
}

TEST(Aarch64CallSites, FarCallsThroughThunksAreCallsOfTheCallee) {
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "135 MB of code take minutes";
#endif
  Fixture fixture;
  // Sections apart: within one the assembler would have to resolve the calls.
  std::string far = R"(
.section .text.far,"ax"
.space 0x8100000
.hidden free
.globl free
.type free,@function
free: .cfi_startproc
  ret
  .cfi_endproc
.size free,.-free
.type g,@function
g: .cfi_startproc
  b malloc
  .cfi_endproc
.size g,.-g
)";
  std::filesystem::path path =
      arm64_assembly(fixture, function("f", "bl malloc\nbl free\nret") + far);
  fixture.run("llvm-strip-19 x.so -o stripped.so");
  EXPECT_EQ(counts_in(path, "free").call, 1);
  for (const char* file : {"x.so", "stripped.so"}) {
    CallCounts counts = counts_in(fixture.folder() / file, "malloc");
    EXPECT_EQ(counts.call, 1) << file;
    EXPECT_EQ(counts.tail_jump, 1) << file;
    EXPECT_EQ(counts.address_in_code, 0) << file;
  }
}

TEST(Aarch64CallSites, AddressHeldInARegisterIsEveryCallAndSpilledOneToo) {
  Fixture fixture;
  std::filesystem::path path = arm64_assembly(fixture, function("f", R"(
  stp x29, x30, [sp, #-48]!
  stp x19, x20, [sp, #16]
  mov x29, sp
  adrp x19, :got:malloc
  ldr x19, [x19, :got_lo12:malloc]
  str x19, [sp, #40]
  blr x19
  blr x19
  ldr x8, [sp, #40]
  blr x8
  ldp x19, x20, [sp, #16]
  ldp x29, x30, [sp], #48
  ret)"));
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, 3);
  EXPECT_EQ(counts.address_in_code, 0);
  EXPECT_EQ(counts.unresolved, 0);
}

TEST(Aarch64CallSites, FunctionChosenAtRunTimeLeavesTheCountUnknown) {
  Fixture fixture;
  std::filesystem::path path = arm64_assembly(fixture, function("f", R"(
  cbnz x0, 1f
  adrp x1, :got:malloc
  ldr x1, [x1, :got_lo12:malloc]
1: br x1)"));
  EXPECT_EQ(counts_in(path, "malloc").call, std::nullopt);
  EXPECT_EQ(counts_in(path, "malloc").unresolved, 1);
}

TEST(Aarch64CallSites, LoopsAndColdPartsOfTheCalleeAreNoTailJumps) {
  Fixture fixture;
  std::filesystem::path path =
      arm64_assembly(fixture, function("free", "subs x0, x0, #1\nb.ne free\nb free.cold") +
                                  function("free.cold", "nop\nb free") +
                                  function("other", "cbz x0, free\nb free"));
  EXPECT_EQ(counts_in(path, "free").tail_jump, 2);
  EXPECT_EQ(counts_in(path, "free").call, 0);
}

TEST(Aarch64CallSites, DataThatLooksLikeACallIsNoneWhereSymbolsMarkIt) {
  Fixture fixture;
  std::filesystem::path path = arm64_assembly(
      fixture, function("free", "ret") + function("f", "bl free\nret") +
                   function("table", ".word 0x94000000 + ((free - .) >> 2 & 0x3ffffff)"));
  EXPECT_EQ(counts_in(path, "free").call, 1);
}

TEST(Aarch64CallSites, LoadThatAnErratumFixMovedAwayIsFollowed) {
  Fixture fixture;
  std::filesystem::path path = arm64_assembly(fixture, function("f", R"(
  adrp x1, :got:malloc
  b veneer
2: br x1)") + R"(
.text
veneer: ldr x1, [x1, :got_lo12:malloc]
  b 2b)");
  EXPECT_EQ(counts_in(path, "malloc").tail_jump, 1);
}

// Every branch carries all stack slots along: what is to be followed grows with the product.
std::string wide_function(const std::string& load, int slots, int branches) {
  return function("f", load + ".set at, 0\n.rept " + std::to_string(slots) +
                           "\nstr x1, [sp, #at]\n.set at, at + 8\n.endr\n.rept " +
                           std::to_string(branches) + "\ncbz x0, .+4\n.endr\nblr x19\nret");
}

TEST(Aarch64CallSites, FunctionThatTakesTooLongToFollowIsUnknown) {
  Fixture fixture;
  std::string load = "adrp x19, :got:malloc\nldr x19, [x19, :got_lo12:malloc]\n";
  std::filesystem::path path = arm64_assembly(fixture, wide_function(load, 100, 400));
  EXPECT_EQ(counts_in(path, "malloc").call, 1);
  path = arm64_assembly(fixture, wide_function(load, 600, 6000));
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, std::nullopt);
  EXPECT_EQ(counts.unresolved, 1);
  EXPECT_THAT(reason_in(path, "calls.malloc"),
              testing::HasSubstr("takes more steps to follow than its size allows"));
}

}  // namespace
}  // namespace ltoscope::audit

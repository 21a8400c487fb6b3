// Call sites keep their count whatever shape linker and compiler give to calls and PLT.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using testing::HasSubstr;

// One plain call, one in a cold function, one tail call, one conditional tail call.
constexpr char four_sites[] = R"(
typedef unsigned long size_t;
extern void* malloc(size_t);
void* plain(size_t n) { char* p = malloc(n); if (p) *p = 1; return p; }
__attribute__((cold, noinline)) void* cold(size_t n) {
  char* p = malloc(n + 1); if (p) *p = 2; return p; }
void* tail(size_t n) { return malloc(n); }
void* conditional(size_t n, int c) { if (c) return malloc(n); return 0; }
)";

struct Shape {
  const char* name;
  const char* flags;
};

void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class CallSitesInEachShape : public testing::TestWithParam<Shape> {};

TEST_P(CallSitesInEachShape, AreTwoCallsAndTwoTailJumpsAlsoWhenStripped) {
  Fixture fixture;
  fixture.library("x.so", four_sites, GetParam().flags);
  fixture.run("llvm-strip-19 x.so -o stripped.so");
  fixture.run("llvm-objcopy-19 --strip-sections x.so no_sections.so");
  for (const char* file : {"x.so", "stripped.so", "no_sections.so"}) {
    CallCounts malloc_counts = counts_in(fixture.folder() / file, "malloc");
    EXPECT_EQ(malloc_counts.call, 2) << file;
    EXPECT_EQ(malloc_counts.tail_jump, 2) << file;
    EXPECT_EQ(malloc_counts.unresolved, 0) << file;
    EXPECT_EQ(malloc_counts.address_in_code, 0) << file;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, CallSitesInEachShape,
    testing::Values(Shape{"lazy_plt", ""}, Shape{"eager_plt", "-Wl,-z,now"},
                    Shape{"no_plt", "-fno-plt"},
                    Shape{"ibt_plt", "-fcf-protection=full -Wl,-z,force-ibt"},
                    Shape{"no_plt_with_ibt", "-fcf-protection=full -fno-plt"},
                    Shape{"lazy_retpoline_plt", "-Wl,-z,retpolineplt"},
                    Shape{"eager_retpoline_plt", "-Wl,-z,retpolineplt -Wl,-z,now"},
                    Shape{"retpoline_calls", "-fno-plt -mretpoline"},
                    Shape{"slots_not_relaxed", "-fno-plt -Wl,--no-relax"},
                    Shape{"large_code_model", "-mcmodel=large"},
                    Shape{"code_beside_data", "-Wl,-z,noseparate-code"}),
    [](const testing::TestParamInfo<Shape>& info) { return std::string(info.param.name); });

// Far from the function's begin, where instructions are found from the middle: also behind a call
// that is padded, and not in an immediate of the same bytes.
TEST(CallSites, CallsFarIntoAFunctionAreFoundAndBytesOfImmediatesAreNot) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", R"(
.type f,@function
f: .cfi_startproc
.rept 40
  mov 0x12345678(%rsp),%rax
  add $1,%eax
.endr
  call malloc@PLT
.rept 40
  lea 8(%rax,%rbx,4),%rcx
.endr
  data16 data16 rex64 call malloc@PLT
  movabs $0x11223344e8,%rdx
.rept 40
  imul $0x1234,%rcx,%rdx
.endr
1: mov $0,%eax
.reloc 1b+1, R_X86_64_PLT32, malloc-4
  jmp malloc@PLT
  .cfi_endproc
.size f,.-f
)",
                                               "-x assembler");
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, 2);
  EXPECT_EQ(counts.tail_jump, 1);
  EXPECT_EQ(counts.unresolved, 0);
}

TEST(CallSites, LookAlikesAndAddressesAreNoCalls) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", std::string(four_sites) + R"(
void* my_malloc_like(size_t n);
void* xmalloc(size_t n) { char* p = my_malloc_like(n); return p + 1; }
void* (*pointer)(size_t) = malloc;
void* (*give(void))(size_t) { return malloc; }
)",
                                               "-Wl,--unresolved-symbols=ignore-all");
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, 2);
  EXPECT_EQ(counts.tail_jump, 2);
  EXPECT_EQ(counts.address_in_code, 1);
  EXPECT_EQ(counts.address_in_data, 1);
  EXPECT_EQ(counts.unresolved, 0);
}

TEST(CallSites, FunctionThatOnlyJumpsThroughASlotIsATailCallAndItsCallersAreNot) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("wrapper", R"(
  jmp *malloc@GOTPCREL(%rip))") + ".byte 0x66, 0x90\n" + function("caller", R"(
  sub $8, %rsp
  call wrapper
  add $8, %rsp
  ret)"),
                                               assembly + std::string("-Wl,--no-relax"));
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, 0);
  EXPECT_EQ(counts.tail_jump, 1);
}

TEST(CallSites, WithoutFunctionBoundariesSuchAJumpLeavesTheCountUnknown) {
  Fixture fixture;
  fixture.library("x.so",
                  ".text\n.p2align 4\n.globl f\nf:\n"
                  "endbr64\njmp *malloc@GOTPCREL(%rip)\n.byte 0x66,0x0f,0x1f,0x44,0,0\n",
                  assembly + std::string("-Wl,--no-relax"));
  fixture.run("llvm-strip-19 x.so");
  EXPECT_EQ(counts_in(fixture.folder() / "x.so", "malloc").tail_jump, std::nullopt);
  EXPECT_THAT(reason_in(fixture.folder() / "x.so", "calls.malloc"),
              HasSubstr("may be a PLT entry or a tail call"));
}

TEST(CallSites, RangeThunkIsWhatItsCallersReach) {
  Fixture fixture;
  std::filesystem::path path = fixture.library(
      "x.so", ".text\nthunk: jmp malloc@PLT\n.byte 0xcc,0xcc\n" + function("caller", R"(
  push %rax
  call thunk
  call malloc@PLT
  pop %rax
  jmp thunk)"),
      assembly);
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, 2);
  EXPECT_EQ(counts.tail_jump, 1);
  EXPECT_EQ(counts.of_form(SiteForm::range_thunk), 2);
  EXPECT_EQ(counts.unresolved, 0);
}

TEST(CallSites, FormsAreToldApart) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("free", "ret") + function("f", R"(
  call *free@GOTPCREL(%rip)
  call *malloc@GOTPCREL(%rip)
  call free
  call malloc@PLT
  jne malloc@PLT
  ret)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "free").of_form(SiteForm::relaxed), 1);
  EXPECT_EQ(counts_in(path, "free").of_form(SiteForm::direct), 1);
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.of_form(SiteForm::got), 1);
  EXPECT_EQ(counts.of_form(SiteForm::plt), 2);
  EXPECT_EQ(counts.conditional, 1);
}

TEST(CallSites, BytesThatLookLikeACallInsideAnInstructionAreNone) {
  Fixture fixture;
  // movabs $..., %rax, whose immediate holds E8 and a distance that reaches the local function.
  std::filesystem::path path = fixture.library("x.so", R"(
)" + function("free", "ret") + function("f", R"(
  .byte 0x48, 0xb8, 0xe8
  .long free - . - 4
  .byte 0, 0, 0
  call free
  ret)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "free").call, 1);
  EXPECT_EQ(counts_in(path, "free").unresolved, 0);
}

TEST(CallSites, SiteBehindBytesThatAreNoInstructionIsNotClaimed) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  .byte 0x06, 0x06
  call malloc@PLT
  ret)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, std::nullopt);
  EXPECT_EQ(counts_in(path, "malloc").unresolved, 1);
  EXPECT_THAT(reason_in(path, "calls.malloc"), HasSubstr("no instruction"));
}

}  // namespace
}  // namespace ltoscope::audit

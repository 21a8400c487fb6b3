// Callees that the library defines itself: aliases, loops, cold parts, short jumps, all forms of
// the operators.
#include <gtest/gtest.h>

#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;

// Hidden operators over malloc and free, as a force-linked allocator has them; the array form is
// the plain one.
constexpr char operators[] = R"(
typedef __SIZE_TYPE__ size_t;
extern "C" void* malloc(size_t); extern "C" void free(void*);
#define APART __attribute__((noinline))
APART void* operator new(size_t n) { return malloc(n + 1); }
APART void operator delete(void* p) noexcept { free(p); }
APART void operator delete(void* p, size_t) noexcept { operator delete(p); }
extern "C" __attribute__((alias("_Znwm"), visibility("hidden"))) void* _Znam(size_t);
struct Big { int a[9]; };
extern "C" Big* make() { return new Big(); }
extern "C" char* make_array(size_t n) { return new char[n]; }
extern "C" void drop(Big* b) { delete b; }
)";
constexpr char flags[] =
    "-x c++ -fno-exceptions -nostdlib -fvisibility-global-new-delete=force-hidden";

TEST(LocalCallees, AllFormsOfTheOperatorsAreSummed) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", operators, flags);
  CallCounts news = counts_in(path, "operator new");
  EXPECT_EQ(*news.call + *news.tail_jump, 2);
  CallCounts deletes = counts_in(path, "operator delete");
  EXPECT_EQ(deletes.tail_jump, 2);  // drop, and the sized form
  EXPECT_EQ(counts_in(path, "malloc").tail_jump, 1);
  EXPECT_EQ(counts_in(path, "free").tail_jump, 1);
}

TEST(LocalCallees, AreUnknownOnceStrippedButImportsStayKnown) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", operators, flags);
  fixture.run("llvm-strip-19 x.so");
  EXPECT_EQ(counts_in(path, "operator new").call, std::nullopt);
  EXPECT_EQ(counts_in(path, "operator new").unresolved, std::nullopt);
  EXPECT_EQ(counts_in(path, "malloc").tail_jump, 1);
}

TEST(LocalCallees, NeitherDefinedNorImportedIsZeroWithASymbolTable) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", "int one(void) { return 1; }");
  EXPECT_EQ(counts_in(path, "free").call, 0);
  EXPECT_EQ(counts_in(path, "operator delete").tail_jump, 0);
}

TEST(LocalCallees, LoopsAndColdPartsOfTheCalleeAreNoTailJumps) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", R"(
.text
.type free,@function
free: dec %rdi
  jne free
  jmp free.cold
.size free,.-free
.type free.cold,@function
free.cold: nop
  .byte 0xe9
  .long free - . - 4
.size free.cold,.-free.cold
.type other,@function
.globl other
other: nop
  jmp free
.size other,.-other
)",
                                               "-x assembler -nostdlib");
  EXPECT_EQ(counts_in(path, "free").tail_jump, 1);
  EXPECT_EQ(counts_in(path, "free").call, 0);
}

TEST(LocalCallees, ShortJumpsBothWaysAreFound) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", R"(
.text
.type before,@function
before: jmp free
.size before,.-before
.type free,@function
free: ret
.size free,.-free
.type after,@function
after: test %edi, %edi
  je free
  ret
.size after,.-after
)",
                                               "-x assembler -nostdlib");
  EXPECT_EQ(counts_in(path, "free").tail_jump, 2);
}

TEST(LocalCallees, RelaxedAddressInARegisterIsFollowed) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", R"(
.text
.hidden free
.globl free
.type free,@function
free: ret
.size free,.-free
.globl f
.type f,@function
f: push %rbx
  mov free@GOTPCREL(%rip), %rbx
  call *%rbx
  call *free@GOTPCREL(%rip)
  pop %rbx
  ret
.size f,.-f
)",
                                               "-x assembler -nostdlib");
  EXPECT_EQ(counts_in(path, "free").call, 2);
  EXPECT_EQ(counts_in(path, "free").of_form(SiteForm::through_register), 1);
}

TEST(LocalCallees, ExecutableAtAFixedAddressIsResolvedWithoutRelocations) {
  Fixture fixture;
  std::filesystem::path path =
      fixture.compile("x", R"(
typedef unsigned long size_t;
__attribute__((noinline)) void* malloc(size_t n) { static char room[99]; return room + n; }
void* (*pointer)(size_t) = malloc;
void* (*volatile spoiled)(size_t) = malloc;
void _start(void) { void* (*volatile f)(size_t) = malloc; f(1); spoiled(2); *(char*)malloc(3) = 1; }
)",
                      "-O1 -nostdlib -static -fno-pie -no-pie -fuse-ld=lld -fno-builtin");
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, 2);
  EXPECT_EQ(counts.of_form(SiteForm::through_register), 1);
  EXPECT_EQ(counts.address_in_data, 2);
}

}  // namespace
}  // namespace ltoscope::audit

// Calls through registers: what the address went through between its load and the call.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using testing::HasSubstr;

TEST(RegisterFlow, AddressLoadedOnceAndCalledOftenIsEveryCall) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", R"(
extern void* malloc(unsigned long); extern void free(void*); extern void use(void*);
void loop(unsigned long n) { for (unsigned long i = 0; i < n; ++i) {
  void* p = malloc(i); use(p); free(p); } }
void many(void) { use(malloc(1)); use(malloc(2)); use(malloc(3)); use(malloc(4)); }
)",
                                               "-fno-plt -Wl,--unresolved-symbols=ignore-all");
  EXPECT_EQ(counts_in(path, "malloc").call, 5);
  EXPECT_EQ(counts_in(path, "malloc").of_form(SiteForm::through_register), 5);
  EXPECT_EQ(counts_in(path, "malloc").address_in_code, 0);
  EXPECT_EQ(counts_in(path, "free").call, 1);
}

TEST(RegisterFlow, AddressSpilledToTheStackIsFollowed) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  push %rbp
  mov %rsp, %rbp
  sub $32, %rsp
  mov malloc@GOTPCREL(%rip), %rax
  mov %rax, -8(%rbp)
  call other@PLT
  mov -8(%rbp), %rcx
  call *%rcx
  call *24(%rsp)
  leave
  ret)"),
                                               assembly);
  CallCounts counts = counts_in(path, "malloc");
  EXPECT_EQ(counts.call, 2);
  EXPECT_EQ(counts.of_form(SiteForm::through_register), 2);
  EXPECT_EQ(counts.address_in_code, 0);
}

TEST(RegisterFlow, StackSlotThatOthersMayChangeIsNoCertainCall) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  sub $24, %rsp
  mov malloc@GOTPCREL(%rip), %rax
  mov %rax, 8(%rsp)
  lea 8(%rsp), %rdi
  call choose@PLT
  call *8(%rsp)
  add $24, %rsp
  ret)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, std::nullopt);
  EXPECT_EQ(counts_in(path, "malloc").unresolved, 1);
}

TEST(RegisterFlow, FunctionChosenAtRunTimeLeavesTheCountUnknown) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  test %rdi, %rdi
  jne 1f
  mov malloc@GOTPCREL(%rip), %rdi
1: sub $8, %rsp
  call *%rdi
  call malloc@PLT
  add $8, %rsp
  ret)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, std::nullopt);
  EXPECT_THAT(reason_in(path, "calls.malloc"),
              HasSubstr("1 calls and 0 tail jumps were found, but 1 more may exist"));
}

TEST(RegisterFlow, ColdPartUsesTheRegisterThatItsFunctionLoaded) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  push %rbx
  mov malloc@GOTPCREL(%rip), %rbx
  test %edi, %edi
  jne f.cold
2: pop %rbx
  ret)") + function("between", "ret") + function("f.cold", R"(
  nop
  call *%rbx
  jmp 2b)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, 1);
  EXPECT_EQ(counts_in(path, "malloc").address_in_code, 0);
}

TEST(RegisterFlow, JumpTableKeepsTheRegisterAlive) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  push %rbx
  mov malloc@GOTPCREL(%rip), %rbx
  lea table(%rip), %rax
  movslq (%rax,%rdi,4), %rcx
  add %rax, %rcx
  jmp *%rcx
1: call *%rbx
  jmp 3f
2: call *%rbx
3: pop %rbx
  ret
.section .rodata
table: .long 1b-table, 2b-table
.text)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, 2);
}

TEST(RegisterFlow, RegisterThatWasOverwrittenIsNotFollowed) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  mov malloc@GOTPCREL(%rip), %rax
  mov %rax, (%rsi)
  mov (%rdi), %rax
  call *%rax
  ret)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, 0);
  EXPECT_EQ(counts_in(path, "malloc").address_in_code, 1);
  EXPECT_EQ(counts_in(path, "malloc").unresolved, 0);
}

TEST(RegisterFlow, AddressPassedAsArgumentIsAnAddressEvenIfAlsoCalled) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  push %rbx
  mov free@GOTPCREL(%rip), %rbx
  call *%rbx
  mov %rbx, %rdi
  call at_exit@PLT
  pop %rbx
  ret)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "free").call, 1);
  EXPECT_EQ(counts_in(path, "free").address_in_code, 1);
}

TEST(RegisterFlow, LandingPadKeepsTheRegisterOfTheCallThatThrew) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("personality", "ret") + R"(
f: .cfi_startproc
  .cfi_personality 0x1b, personality
  .cfi_lsda 0x1b, table
  push %rbx
  mov malloc@GOTPCREL(%rip), %rbx
1: call may_throw@PLT
2: mov %rdi, %rbx
  call other@PLT
  pop %rbx
  ret
3: call *%rbx
  call _Unwind_Resume@PLT
  .cfi_endproc
.section .gcc_except_table,"a"
table: .byte 0xff, 0xff, 1
  .uleb128 5f-4f
4: .uleb128 1b-f, 2b-1b, 3b-f, 0
5:
)",
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, 1);
  EXPECT_EQ(counts_in(path, "malloc").address_in_code, 0);
}

TEST(RegisterFlow, CodeBehindACallThatNeverReturnsIsNotReachedFromThere) {
  Fixture fixture;
  std::string source = function("f", R"(
  push %rbx
  mov %rdi, %rbx
  test %esi, %esi
  je 1f
  mov malloc@GOTPCREL(%rip), %rbx
  jmp 2f
1: call NAME@PLT
2: call *%rbx
  pop %rbx
  ret)");
  auto with = [&](std::string name) {
    std::string text = source;
    return fixture.library("x.so", text.replace(text.find("NAME"), 4, name), assembly);
  };
  EXPECT_EQ(counts_in(with("abort"), "malloc").call, 1);
  EXPECT_EQ(counts_in(with("printf"), "malloc").call, std::nullopt);
}

TEST(RegisterFlow, PaddingIsNoWayIntoALoop) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  push %rbx
  mov malloc@GOTPCREL(%rip), %rbx
  jmp 2f
  nopl (%rax)
1: call *%rbx
2: dec %edi
  jne 1b
  pop %rbx
  jmp *8(%rax))"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, 1);
}

TEST(RegisterFlow, LoadWithoutAUseLeavesTheCountUnknown) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  mov malloc@GOTPCREL(%rip), %rax
  xor %eax, %eax
  ret)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").call, std::nullopt);
  EXPECT_THAT(reason_in(path, "calls.malloc"), HasSubstr("no use of it was found"));
}

TEST(RegisterFlow, ConditionalMoveOfTwoFunctionsIsUnknownForBoth) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", function("f", R"(
  mov malloc@GOTPCREL(%rip), %rax
  test %edi, %edi
  cmove free@GOTPCREL(%rip), %rax
  jmp *%rax)"),
                                               assembly);
  EXPECT_EQ(counts_in(path, "malloc").unresolved, 1);
  EXPECT_EQ(counts_in(path, "free").unresolved, 1);
}

}  // namespace
}  // namespace ltoscope::audit

// Sites of both machines in every form, from assembly and from what compilers write.
#include "audit/object_call_sites.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"
#include "elf/mapped_file.h"

namespace ltoscope::audit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

ObjectSites object_sites_in(const std::filesystem::path& path,
                            const std::vector<WatchedGlobs>& watched = usually_watched()) {
  elf::MappedFile file(path);
  return find_object_sites(elf::read_relocatable(file.name(), file.bytes()), watched);
}

// Calls, tail jumps, conditional ones, addresses in code, in data, unresolved.
std::vector<int64_t> object_forms(const ObjectSiteCounts& counts) {
  return {counts.call,
          counts.tail_jump,
          counts.conditional_tail_jump,
          counts.address_in_code,
          counts.address_in_data,
          counts.unresolved};
}

std::vector<int64_t> malloc_forms(const std::string& source, const std::string& flags) {
  elf::Fixture fixture;
  return object_forms(object_sites_in(fixture.compile("x.o", source, "-c " + flags)).counts.at(0));
}

constexpr char every_x86_form[] =
    "call malloc@PLT\n call malloc\n data16 call malloc@PLT\n"
    "call *malloc@GOTPCREL(%rip)\n jmp *malloc@GOTPCREL(%rip)\n"
    "jmp malloc@PLT\n jne malloc\n lea malloc(%rip), %rdi\n movl $malloc, %edi\n"
    "mov malloc@GOTPCREL(%rip), %r15\n cmp malloc@GOTPCREL(%rip), %r15\n"
    "movabs $malloc@PLTOFF, %rax\n call malloc_usable\n"
    ".data\n .quad malloc\n .quad malloc_usable\n .long malloc - .\n"
    ".section .debug_x,\"\",@progbits\n .quad malloc\n";

TEST(ObjectCallSites, EveryFormOfX86IsToldApart) {
  EXPECT_THAT(malloc_forms(every_x86_form, "-x assembler"), ElementsAre(4, 3, 1, 3, 2, 2));
}

TEST(ObjectCallSites, EveryFormOfAArch64IsToldApart) {
  EXPECT_THAT(malloc_forms("bl malloc\n b malloc\n b.eq malloc\n cbz x0, malloc\n"
                           "adrp x0, malloc\n add x0, x0, :lo12:malloc\n adr x1, malloc\n"
                           "adrp x2, :got:malloc\n ldr x2, [x2, :got_lo12:malloc]\n"
                           "bl malloc_usable\n .data\n .xword malloc\n .word malloc - .\n",
                           "-x assembler --target=aarch64-linux-gnu"),
              ElementsAre(1, 3, 2, 2, 2, 1));
}

constexpr char allocating_callers[] = R"(
extern void* malloc(unsigned long);
extern void free(void*);
void* twice(unsigned long n) { free(malloc(n)); return malloc(n + 1); }
void (*const kept)(void*) = free;
)";

TEST(ObjectCallSites, CompilersFormsAreCountedOnEitherMachine) {
  elf::Fixture fixture;
  for (std::string target : {"", "--target=aarch64-linux-gnu "}) {
    ObjectSites found = object_sites_in(
        fixture.compile("x.o", allocating_callers, "-c -O2 -fno-builtin -fPIC " + target));
    EXPECT_THAT(object_forms(found.counts.at(0)), ElementsAre(1, 1, 0, 0, 0, 0)) << target;
    EXPECT_THAT(object_forms(found.counts.at(1)), ElementsAre(1, 0, 0, 0, 1, 0)) << target;
    EXPECT_EQ(found.sites.size(), 4) << target;
  }
}

TEST(ObjectCallSites, HoistedLoadIsUnresolvedNotAnAddress) {
  elf::Fixture fixture;
  ObjectSites found = object_sites_in(
      fixture.compile("x.o", "void f(void); void g(void) { f(); f(); f(); f(); f(); f(); }",
                      "-c -O2 -fPIC -fno-plt"),
      {{"f", {"f"}}});
  EXPECT_EQ(found.counts.at(0).unresolved, 1);
  EXPECT_EQ(found.counts.at(0).address_in_code, 0);
}

TEST(ObjectCallSites, AllFormsOfOperatorsAreWatchedAndPlacementIsNot) {
  elf::Fixture fixture;
  ObjectSites found = object_sites_in(fixture.compile(
      "x.o",
      "call _Znwm\n call _ZnamSt11align_val_t\n call _ZnwmPv\n call _ZdlPvm\n call _ZdaPv\n"
      "call _ZdlPvS_\n call _ZdlPv.cold\n call _Znwy\n",
      "-x assembler -c"));
  EXPECT_EQ(found.counts.at(3).call, 2);
  EXPECT_EQ(found.counts.at(4).call, 2);
}

TEST(ObjectCallSites, NamesAreGlobsAndFoundThroughSections) {
  elf::Fixture fixture;
  std::string source =
      ".globl f\nf: call inner\n .section .text.inner,\"ax\",@progbits\n"
      "nop\n inner: ret\n";
  ObjectSites found =
      object_sites_in(fixture.compile("x.o", source, "-x assembler -c"), {{"inner", {"inn*"}}});
  EXPECT_EQ(found.counts.at(0).call, 1);
  // In its own section the assembler resolves a call of it, and leaves no relocation.
  EXPECT_THAT(found.doubts, ElementsAre(Pair(0, HasSubstr("inner is local to"))));
  EXPECT_TRUE(object_sites_in(fixture.folder() / "x.o").doubts.empty());
}

constexpr char variables_of_threads[] =
    "_Thread_local int own; extern _Thread_local int other; static _Thread_local int a, b;"
    "int* f(void) { return &own; } int* g(void) { return &other; }"
    "int h(void) { a += 1; b += 2; return a; }";

TEST(ObjectCallSites, EachModelIsCountedWithItsVariables) {
  elf::Fixture fixture;
  auto compiled = [&](const std::string& flags) {
    return object_sites_in(fixture.compile("x.o", variables_of_threads, "-c -O1 " + flags));
  };
  ObjectSites dynamic = compiled("-fPIC");
  EXPECT_EQ(dynamic.tls.general_dynamic, 2);
  EXPECT_EQ(dynamic.tls_of_variables.at("other").general_dynamic, 1);
  EXPECT_EQ(dynamic.tls.local_dynamic, 1);
  EXPECT_GT(dynamic.tls_of_variables.at("a").local_dynamic, 0);
  EXPECT_EQ(dynamic.counts.at(2).call, 3);
  ObjectSites without_plt = compiled("-fPIC -fno-plt");
  EXPECT_EQ(without_plt.counts.at(2).call, 3);
  ObjectSites descriptors = compiled("-fPIC -mtls-dialect=gnu2");
  EXPECT_EQ(descriptors.tls.descriptor, 3);
  EXPECT_EQ(descriptors.counts.at(2).call, 0);
  ObjectSites fixed = compiled("-fno-pic");
  EXPECT_EQ(fixed.tls_of_variables.at("other").initial_exec, 1);
  EXPECT_EQ(fixed.tls_of_variables.at("own").local_exec, 1);
  ObjectSites arm = compiled("-fPIC --target=aarch64-linux-gnu");
  EXPECT_EQ(arm.tls_of_variables.at("other").descriptor, 1);
  EXPECT_EQ(arm.tls_of_variables.at("own").descriptor, 1);
}

TEST(ObjectCallSites, OtherMachinesAreUnknownByName) {
  elf::Fixture fixture;
  for (std::string target : {"riscv64-linux-gnu", "i386-linux-gnu", "x86_64-linux-gnux32"}) {
    ObjectSites found =
        object_sites_in(fixture.compile("x.o", allocating_callers, "-c --target=" + target));
    EXPECT_TRUE(found.unknown.has_value()) << target;
    EXPECT_EQ(found.counts.at(0).call, 0);
  }
  EXPECT_THAT(object_sites_in(fixture.folder() / "x.o").unknown.value(),
              HasSubstr("32-bit x86-64"));
}

}  // namespace
}  // namespace ltoscope::audit

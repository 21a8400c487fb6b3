// By which model AArch64 code finds thread-locals, and which, however linkers rewrite it.
#include "audit/aarch64_tls_sites.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/audit.h"
#include "audit/small_libraries.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr char arm_target[] = "--target=aarch64-linux-gnu -O2 -nostdlib ";
constexpr char with_lld[] = "-fuse-ld=lld ", with_gnu_ld[] = "--ld-path=aarch64-linux-gnu-ld ";

constexpr char arm_variables[] = R"(
__thread int shared;
static __thread int first, second;
extern __thread int foreign;
int* of_shared(void) { return &shared; }
int of_first(void) { return ++first; }
int of_second(int n) { second += n; return second; }
int of_foreign(void) { return foreign; }
)";

std::filesystem::path arm_tls_library(const Fixture& fixture, const std::string& source,
                                      const std::string& flags = with_lld) {
  return fixture.compile("x.so", source, std::string(arm_target) + "-fPIC -shared " + flags);
}

std::filesystem::path arm_tls_program(const Fixture& fixture, const std::string& source,
                                      const std::string& flags = with_lld) {
  return fixture.compile("x", source, std::string(arm_target) + "-static -Wl,-e,main " + flags);
}

TlsCounts arm_tls(const std::filesystem::path& path) { return audit_file(path, {}).tls; }

Figure arm_sites_by(const TlsCounts& counts, TlsModel model) {
  return counts.by_model[static_cast<std::size_t>(model)];
}

// The variables of each site of the model, in the order of their addresses.
std::vector<std::string> variables_by_model(const std::filesystem::path& path, TlsModel model) {
  Library library = read_library(path);
  LibrarySites sites = find_library_sites(library, WatchList::usual(), 1);
  std::vector<std::string> names;
  for (const TlsSite& site : sites.tls.sites) {
    if (site.model != model) continue;
    std::string all;
    for (int variable : site.variables) {
      all += (all.empty() ? "" : " ") + sites.tls.variables[static_cast<std::size_t>(variable)];
    }
    names.push_back(all);
  }
  return names;
}

TEST(Aarch64TlsSites, DescriptorsNameTheirVariableAndAreNoLookupCalls) {
  Fixture fixture;
  for (const char* linker : {with_lld, with_gnu_ld}) {
    std::filesystem::path path = arm_tls_library(fixture, arm_variables, linker);
    TlsCounts counts = arm_tls(path);
    EXPECT_EQ(arm_sites_by(counts, TlsModel::descriptor), 4) << linker;
    EXPECT_EQ(arm_sites_by(counts, TlsModel::general_dynamic), 0) << linker;
    EXPECT_THAT(counts.by_variable, UnorderedElementsAre(Pair("shared", 1), Pair("foreign", 1),
                                                         Pair("first", 1), Pair("second", 1)))
        << linker;
    EXPECT_EQ(counts.without_variable, 0) << linker;
    EXPECT_EQ(counts_in(path, tls_lookup).call, 0) << linker;
  }
}

TEST(Aarch64TlsSites, OneDescriptorForSeveralVariablesCountsForEach) {
  Fixture fixture;
  TlsCounts counts =
      arm_tls(arm_tls_library(fixture, R"(
static __thread int zero, one, two;
int both(int n) { one += n; two -= n; return one * two; }
int keep(int n) { return zero += n; }
)",
                              std::string(with_gnu_ld) + "-mllvm -aarch64-elf-ldtls-generation"));
  EXPECT_EQ(arm_sites_by(counts, TlsModel::descriptor), 2);
  EXPECT_THAT(counts.by_variable, testing::IsSupersetOf({Pair("one", 1), Pair("two", 1)}));
}

// The slot of a variable at the block's begin is that of the block, and the code is the same.
TEST(Aarch64TlsSites, OnlyUsesElsewhereTellTheBlockFromItsFirstVariable) {
  Fixture fixture;
  std::string one = "static __thread int only; int* get(void) { return &only; }";
  std::string two = "static __thread int other; int* get_other(void) { return &other; }";
  TlsCounts single = arm_tls(arm_tls_library(fixture, one));
  EXPECT_THAT(single.by_variable, ElementsAre(Pair("only", 1)));
  EXPECT_EQ(single.ambiguous, 0);
  TlsCounts many = arm_tls(arm_tls_library(fixture, one + two));
  EXPECT_THAT(many.by_variable, UnorderedElementsAre(Pair("only", 1), Pair("other", 1)));
  EXPECT_EQ(many.ambiguous, 1);
}

// What clang cannot assemble. The variables lie at 0, 4 and 8.
std::filesystem::path gnu_assembled(const Fixture& fixture, const std::string& body) {
  fixture.write("x.s", function("f", "stp x29, x30, [sp, #-16]!\n" + body +
                                         "\nldp x29, x30, [sp], #16\nret") +
                           R"(
.section .tbss,"awT",@nobits
.type at0,@object
at0: .word 0
.size at0,4
.type at4,@object
at4: .word 0
.size at4,4
.globl shared
.type shared,@object
shared: .word 0
.size shared,4
)");
  fixture.run("aarch64-linux-gnu-as x.s -o x.o && aarch64-linux-gnu-ld -shared x.o -o x.so");
  return fixture.folder() / "x.so";
}

TEST(Aarch64TlsSites, DescriptorsOfTheTinyModelNameTheirVariable) {
  Fixture fixture;
  std::filesystem::path path = gnu_assembled(fixture, R"(
  ldr x1, :tlsdesc:shared
  adr x0, :tlsdesc:shared
  .tlsdesccall shared
  blr x1)");
  EXPECT_EQ(arm_sites_by(arm_tls(path), TlsModel::descriptor), 1);
  EXPECT_THAT(arm_tls(path).by_variable, ElementsAre(Pair("shared", 1)));
}

// As gcc -mtls-dialect=trad writes it.
std::string traditional_call_for(const std::string& variable) {
  return "adrp x0, :tlsgd:" + variable + "\nadd x0, x0, :tlsgd_lo12:" + variable +
         "\nbl __tls_get_addr\nnop\n";
}

TEST(Aarch64TlsSites, TraditionalCallsNameTheirVariable) {
  Fixture fixture;
  std::filesystem::path path =
      gnu_assembled(fixture, traditional_call_for("shared") + traditional_call_for("at4") +
                                 traditional_call_for("foreign"));
  TlsCounts counts = arm_tls(path);
  EXPECT_EQ(arm_sites_by(counts, TlsModel::general_dynamic), 3);
  EXPECT_EQ(arm_sites_by(counts, TlsModel::descriptor), 0);
  EXPECT_THAT(counts.by_variable,
              UnorderedElementsAre(Pair("shared", 1), Pair("at4", 1), Pair("foreign", 1)));
  EXPECT_EQ(counts_in(path, tls_lookup).call, 3);
}

TEST(Aarch64TlsSites, LocalDynamicCallIsToldByTheOffsetsThatAreAddedToItsResult) {
  Fixture fixture;
  TlsCounts counts = arm_tls(gnu_assembled(fixture, R"(
  adrp x0, :tlsldm:at4
  add x0, x0, :tlsldm_lo12_nc:at4
  bl __tls_get_addr
  nop
  add x1, x0, :dtprel_hi12:at4, lsl #12
  add x1, x1, :dtprel_lo12_nc:at4
  str wzr, [x1]
  add x2, x0, :dtprel_hi12:shared, lsl #12
  ldr w0, [x2, :dtprel_lo12_nc:shared])"));
  EXPECT_EQ(arm_sites_by(counts, TlsModel::local_dynamic), 1);
  EXPECT_THAT(counts.by_variable, UnorderedElementsAre(Pair("at4", 1), Pair("shared", 1)));
  EXPECT_EQ(counts.ambiguous, 0);
}

TEST(Aarch64TlsSites, TraditionalCallThatUsesTheBeginAloneIsAmbiguous) {
  Fixture fixture;
  TlsCounts counts = arm_tls(gnu_assembled(fixture, traditional_call_for("at0") + "ldr w0, [x0]"));
  EXPECT_EQ(arm_sites_by(counts, TlsModel::general_dynamic), 1);
  EXPECT_THAT(counts.by_variable, ElementsAre(Pair("at0", 1)));
  EXPECT_EQ(counts.ambiguous, 1);
}

TEST(Aarch64TlsSites, ArgumentThatIsNotKnownIsACallWithoutVariable) {
  Fixture fixture;
  TlsCounts counts = arm_tls(gnu_assembled(fixture, "ldr x0, [x1]\nbl __tls_get_addr"));
  EXPECT_EQ(arm_sites_by(counts, TlsModel::general_dynamic), 1);
  EXPECT_EQ(counts.without_variable, 1);
  EXPECT_THAT(counts.by_variable, ElementsAre());
}

TEST(Aarch64TlsSites, LoadsOfOffsetsAreInitialExec) {
  Fixture fixture;
  for (std::string flags : {std::string(with_lld), std::string(with_gnu_ld),
                            "-mcmodel=tiny " + std::string(with_gnu_ld)}) {
    std::filesystem::path path =
        arm_tls_library(fixture, arm_variables, flags + "-ftls-model=initial-exec ");
    EXPECT_THAT(variables_by_model(path, TlsModel::initial_exec),
                ElementsAre("shared", "first", "second", "foreign"))
        << flags;
    EXPECT_EQ(arm_sites_by(arm_tls(path), TlsModel::descriptor), 0);
    EXPECT_THAT(arm_tls(path).by_variable, ElementsAre());
  }
}

TEST(Aarch64TlsSites, LoadOfAnotherSlotIsNoSite) {
  Fixture fixture;
  TlsCounts counts = arm_tls(arm_tls_library(fixture, R"(
extern int plain; extern __thread int foreign __attribute__((tls_model("initial-exec")));
int both(void) { return plain + foreign; }
)"));
  EXPECT_EQ(arm_sites_by(counts, TlsModel::initial_exec), 1);
}

constexpr char arm_tls_program_source[] = R"(
static __thread char room[6000];
static __thread int here, there __attribute__((aligned(64)));
int* of_here(void) { return &here; }
int of_there(int n) { there += n; return there; }
char* of_room(void) { return room; }
int main(void) { return of_there(3) + *of_here() + *of_room(); }
)";

TEST(Aarch64TlsSites, OffsetsInProgramsAreLocalExec) {
  Fixture fixture;
  std::string start = "-fno-inline ";
  for (std::string flags : {"", "-mtls-size=32 ", "-mtls-size=48 ", "-O0 ", "-fPIC "}) {
    for (std::string linker : {with_lld, with_gnu_ld}) {
      std::vector<std::string> found = variables_by_model(
          arm_tls_program(fixture, arm_tls_program_source, start + flags + linker),
          TlsModel::local_exec);
      EXPECT_THAT(std::set<std::string>(found.begin(), found.end()),
                  ElementsAre("here", "room", "there"))
          << flags << linker;
      EXPECT_EQ(variables_by_model(fixture.folder() / "x", TlsModel::descriptor).size(), 0u);
    }
  }
}

TEST(Aarch64TlsSites, EachVariableThatALocalExecFunctionNamesIsOneSite) {
  Fixture fixture;
  std::filesystem::path path = arm_tls_program(
      fixture, "static __thread volatile int a, b; int main(void) { a += 1; return b; }", with_lld);
  EXPECT_EQ(variables_by_model(path, TlsModel::local_exec).size(), 2u);
  EXPECT_EQ(arm_sites_by(arm_tls(path), TlsModel::local_exec), 2);
}

// What lies below the block belongs to the C library.
TEST(Aarch64TlsSites, ThreadPointerItselfIsNoVariable) {
  Fixture fixture;
  std::filesystem::path path = arm_tls_program(
      fixture,
      "static __thread int a; void* get(void) { return (char*)__builtin_thread_pointer() + 8; }\n"
      "int main(void) { return ((int*)__builtin_thread_pointer())[-3]; }",
      with_lld);
  EXPECT_THAT(variables_by_model(path, TlsModel::local_exec), ElementsAre());
  EXPECT_EQ(arm_sites_by(arm_tls(path), TlsModel::local_exec), 0);
}

TEST(Aarch64TlsSites, DescriptorThatBecameALoadIsInitialExec) {
  Fixture fixture;
  fixture.compile("lib.so", "__thread int foreign;",
                  std::string(arm_target) + "-fPIC -shared " + with_lld);
  for (std::string linker : {with_lld, with_gnu_ld}) {
    std::filesystem::path path =
        fixture.compile("x", "extern __thread int foreign; int main(void) { return foreign; }",
                        std::string(arm_target) + "-fPIC -pie -Wl,-e,main,lib.so " + linker);
    EXPECT_THAT(variables_by_model(path, TlsModel::initial_exec), ElementsAre("foreign")) << linker;
    EXPECT_EQ(arm_sites_by(arm_tls(path), TlsModel::descriptor), 0) << linker;
  }
}

TEST(Aarch64TlsSites, StrippedVariableIsItsOffsetThere) {
  Fixture fixture;
  arm_tls_library(
      fixture,
      "static __thread char room[64], used; char* get(void) { room[3] = 1; return &used; }");
  fixture.run("llvm-strip-19 x.so");
  TlsCounts counts = arm_tls(fixture.folder() / "x.so");
  ASSERT_FALSE(counts.by_variable.empty());
  for (const auto& [name, sites] : counts.by_variable) {
    EXPECT_THAT(name, testing::StartsWith("tls+0x")) << sites;
  }
}

TEST(Aarch64TlsSites, RangeThatTakesTooLongToFollowLeavesItsModelUnknown) {
  Fixture fixture;
  auto with_stores = [&](int stores, int branches) {
    return arm_tls_library(
        fixture,
        function("f",
                 "adrp x9, :gottprel:foreign\nldr x9, [x9, :gottprel_lo12:foreign]\n"
                 ".set at, 0\n.rept " +
                     std::to_string(stores) +
                     "\nstr x1, [sp, #at]\n.set at, at + 8\n.endr\n.rept " +
                     std::to_string(branches) + "\ncbz x0, .+4\n.endr\nret"),
        std::string("-x assembler ") + with_lld);
  };
  EXPECT_EQ(arm_sites_by(arm_tls(with_stores(100, 100)), TlsModel::initial_exec), 1);
  std::filesystem::path path = with_stores(600, 6000);
  EXPECT_EQ(arm_sites_by(arm_tls(path), TlsModel::initial_exec), std::nullopt);
  EXPECT_EQ(arm_sites_by(arm_tls(path), TlsModel::descriptor), 0);
  EXPECT_THAT(reason_in(path, "tls.by_model"), testing::HasSubstr("initial-exec: 0x"));
}

}  // namespace
}  // namespace ltoscope::audit

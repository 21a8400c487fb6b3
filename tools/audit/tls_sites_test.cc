// By which model code finds thread-locals, and which.
#include "audit/tls_sites.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/audit.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr char variables[] = R"(
__thread int shared;
static __thread int first, second;
extern __thread int foreign;
int* of_shared(void) { return &shared; }
int of_first(void) { return ++first; }
int of_second(int n) { second += n; return second; }
int of_foreign(void) { return foreign; }
)";

TlsCounts tls_of(const std::filesystem::path& path) { return audit_file(path, {}).tls; }

Figure sites_by(const TlsCounts& counts, TlsModel model) {
  return counts.by_model[static_cast<std::size_t>(model)];
}

TEST(TlsSites, EachCallNamesItsVariable) {
  Fixture fixture;
  for (std::string flags : {"", "-fno-plt", "-mcmodel=large"}) {
    TlsCounts counts = tls_of(fixture.library("x.so", variables, flags));
    EXPECT_EQ(sites_by(counts, TlsModel::general_dynamic),
              4 - *sites_by(counts, TlsModel::local_dynamic))
        << flags;
    EXPECT_THAT(counts.by_variable, UnorderedElementsAre(Pair("shared", 1), Pair("foreign", 1),
                                                         Pair("first", 1), Pair("second", 1)))
        << flags;
    EXPECT_EQ(counts.without_variable, 0) << flags;
  }
}

TEST(TlsSites, DescriptorsNameTheirVariableToo) {
  Fixture fixture;
  TlsCounts counts = tls_of(fixture.library("x.so", variables, "-mtls-dialect=gnu2"));
  EXPECT_EQ(sites_by(counts, TlsModel::descriptor), 4);
  EXPECT_EQ(sites_by(counts, TlsModel::general_dynamic), 0);
  EXPECT_THAT(counts.by_variable, testing::IsSupersetOf({Pair("shared", 1), Pair("foreign", 1)}));
}

TEST(TlsSites, OneCallForSeveralVariablesCountsForEach) {
  Fixture fixture;
  TlsCounts counts = tls_of(fixture.library("x.so", R"(
static __thread int zero, one, two;
int both(int n) { one += n; two -= n; return one * two; }
void keep(int n) { zero = n; }
)"));
  EXPECT_THAT(counts.by_variable, testing::IsSupersetOf({Pair("one", 1), Pair("two", 1)}));
}

// The slot of a variable at offset 0 is that of the block: the code's form tells.
TEST(TlsSites, VariableAtTheBlocksBeginIsToldFromTheBlockByTheCallsForm) {
  Fixture fixture;
  TlsCounts one = tls_of(fixture.library(
      "one.so", "static __thread int only; int* get(void) { return &only; }", "-O2"));
  EXPECT_EQ(*sites_by(one, TlsModel::general_dynamic) + *sites_by(one, TlsModel::local_dynamic), 1);
  EXPECT_THAT(one.by_variable, ElementsAre(Pair("only", 1)));
}

TEST(TlsSites, StaticModelsAreNoCalls) {
  Fixture fixture;
  TlsCounts initial = tls_of(fixture.library("x.so", variables, "-ftls-model=initial-exec"));
  EXPECT_EQ(sites_by(initial, TlsModel::initial_exec), 4);
  EXPECT_EQ(sites_by(initial, TlsModel::general_dynamic), 0);
  EXPECT_THAT(initial.by_variable, ElementsAre());
  TlsCounts local =
      tls_of(fixture.compile("x",
                             "static __thread int a[9], b; int use(int n) { b += n; return a[n & "
                             "7] += b; } int main(void) { return use(3); }",
                             "-O1 -fno-inline -fuse-ld=lld"));
  EXPECT_GE(*sites_by(local, TlsModel::local_exec), 1);
}

TEST(TlsSites, StrippedVariableIsItsOffset) {
  Fixture fixture;
  fixture.library(
      "x.so",
      "static __thread char room[64], used; char* get(void) { room[3] = 1; return &used; }");
  fixture.run("llvm-strip-19 x.so");
  TlsCounts counts = tls_of(fixture.folder() / "x.so");
  ASSERT_FALSE(counts.by_variable.empty());
  for (const auto& [name, sites] : counts.by_variable) {
    EXPECT_THAT(name, testing::StartsWith("tls+0x")) << sites;
  }
}

constexpr char two_locals[] =
    "struct state { long a, b; }; static __thread char room[64]; static __thread struct state used;"
    "char* get(long n) { room[3] = 1; return &room[n]; } long* next(void) { return &used.b; }";

TEST(TlsSites, DebugInformationNamesWhatNoSymbolDoes) {
  Fixture fixture;
  // A debug file without a symbol table: all that is left are the names in DWARF.
  fixture.library("x.so", two_locals, "-g -Wl,--build-id");
  fixture.run("llvm-objcopy-19 --only-keep-debug x.so x.debug && llvm-strip-19 --strip-all x.so");
  fixture.run("llvm-objcopy-19 -R .symtab -R .strtab x.debug");
  AuditOptions options;
  options.places.file = fixture.folder() / "x.debug";
  TlsCounts named = audit_file(fixture.folder() / "x.so", options).tls;
  EXPECT_THAT(named.by_variable, testing::Contains(Pair(testing::StartsWith("room"), 1)));
  EXPECT_THAT(named.by_variable, testing::Contains(Pair("used+8", 1)));
  EXPECT_EQ(named.names_from, options.places.file->string());
  options.places = {.none = true};
  TlsCounts none = audit_file(fixture.folder() / "x.so", options).tls;
  EXPECT_THAT(none.by_variable, testing::Each(Pair(testing::StartsWith("tls+0x"), testing::_)));
  EXPECT_EQ(none.names_from, std::nullopt);
}

TEST(TlsSites, DebugInformationIsNotReadWhereSymbolsNameAll) {
  Fixture fixture;
  std::filesystem::path path = fixture.library("x.so", two_locals, "-g");
  TlsCounts counts = tls_of(path);
  EXPECT_THAT(counts.by_variable, testing::Contains(Pair("used+8", 1)));
  EXPECT_EQ(counts.names_from, std::nullopt);
  Library library = read_library(path);
  TlsVariables variables(library, []() -> TlsNames { throw std::logic_error("asked"); });
  EXPECT_EQ(variables.at_offset(0), "room");
  EXPECT_THROW(variables.at_offset(4096), std::logic_error);
}

}  // namespace
}  // namespace ltoscope::audit

// Two builds side by side.
#include "gate/library_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"

namespace ltoscope::gate {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char one_site[] = R"(
extern void *malloc(unsigned long);
void *first(void) { return (char *)malloc(1) + 1; }
)";
constexpr char two_sites[] = R"(
extern void *malloc(unsigned long);
void *first(void) { return (char *)malloc(1) + 1; }
void *second(void) { return (char *)malloc(2) + 1; }
)";
constexpr char flags[] = "-fno-builtin -nostdlib -lc ";

TEST(LibraryDiff, EqualBuildsAreAlike) {
  elf::Fixture fixture;
  fixture.library("old.so", one_site, flags);
  fixture.library("new.so", one_site, flags);
  LibraryDiff diff = diff_libraries(fixture.folder() / "old.so", fixture.folder() / "new.so");
  EXPECT_EQ(exit_code_of(diff), ExitCode::fine);
  EXPECT_EQ(diff.sites["malloc"].common, 1);
  EXPECT_THAT(diff.warnings, IsEmpty());
}

TEST(LibraryDiff, NewSiteIsFoundInItsFunction) {
  elf::Fixture fixture;
  fixture.library("old.so", one_site, flags);
  fixture.library("new.so", two_sites, flags);
  LibraryDiff diff = diff_libraries(fixture.folder() / "old.so", fixture.folder() / "new.so");
  EXPECT_EQ(exit_code_of(diff), ExitCode::broken_rule);
  EXPECT_EQ(diff.sites["malloc"].common, 1);
  ASSERT_EQ(diff.sites["malloc"].added_in.size(), 1u);
  EXPECT_EQ(diff.sites["malloc"].added_in[0].function, "second");
  EXPECT_THAT(diff.exports_added, testing::ElementsAre("second"));
  EXPECT_EQ(diff_as_json(diff)["figures"]["sites.malloc"]["new"], 2);
}

// keep() stays, and is also inlined into both users; with -g alone that can be told.
TEST(LibraryDiff, InliningByLtoIsToldFromNewCalls) {
  for (std::string debug : {"-g ", ""}) {
    elf::Fixture fixture;
    fixture.write("a.c",
                  "void* keep(long); void* one(long n) { return (char*)keep(n) + 1; }"
                  "void* two(long n) { return (char*)keep(n * 3) + 2; }");
    fixture.write("b.c",
                  "void* malloc(unsigned long);"
                  "void* keep(long n) { char* p = malloc(n); *p = 1; return p; }");
    for (std::string lto : {"", "-flto=thin "}) {
      fixture.run("clang-19 -O2 -fPIC -shared -fuse-ld=lld -nostdlib -Wl,-Bsymbolic " + debug +
                  lto + "a.c b.c -o " + (lto.empty() ? "old.so" : "new.so"));
    }
    LibraryDiff diff = diff_libraries(fixture.folder() / "old.so", fixture.folder() / "new.so");
    const SiteChange& change = diff.sites["malloc"];
    EXPECT_EQ(change.common, 1) << debug;
    EXPECT_EQ(change.copied, debug.empty() ? 0 : 2);
    EXPECT_EQ(change.added, debug.empty() ? 2 : 0);
  }
}

TEST(LibraryDiff, OtherLinkerAndOtherThreadLocalsAreWarnedOf) {
  elf::Fixture fixture;
  constexpr char source[] = "__thread int x; int f(void) { return x; }";
  fixture.library("old.so", source, "-nostdlib");
  fixture.library("new.so", source, "-nostdlib -mtls-dialect=gnu2 -fuse-ld=bfd");
  LibraryDiff diff = diff_libraries(fixture.folder() / "old.so", fixture.folder() / "new.so");
  EXPECT_THAT(diff.warnings, Contains(HasSubstr("different linkers")));
  EXPECT_THAT(diff.warnings, Contains(HasSubstr("(calls of __tls_get_addr; descriptors)")));
}

TEST(LibraryDiff, StrippedBuildLeavesSitesUnmatched) {
  elf::Fixture fixture;
  fixture.library("old.so", one_site, flags);
  fixture.library("new.so", one_site, flags);
  fixture.run("llvm-strip-19 new.so");
  LibraryDiff diff = diff_libraries(fixture.folder() / "old.so", fixture.folder() / "new.so");
  EXPECT_THAT(diff.sites_reason.value_or(""), HasSubstr("new.so: the file has no symbol table"));
  EXPECT_TRUE(diff_as_json(diff)["sites"].is_null());
}

}  // namespace
}  // namespace ltoscope::gate

// Call sites by member of an archive: with a map, with debug information alone, with neither.
#include "audit/site_members.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/site_origins.h"
#include "audit/site_report.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

using Counts = std::map<std::string, int64_t>;

constexpr char twice_allocating[] =
    "void* malloc(unsigned long); void* a(int n) { *(char*)malloc(n) = 1; return malloc(n + 1); }";
constexpr char once_allocating[] =
    "void* malloc(unsigned long); void* b(int n) { char* p = malloc(n); *p = 1; return p; }";

// An archive of two members, linked whole into x.so, with a map x.map.
std::filesystem::path link_archive(const Fixture& fixture, const std::string& flags) {
  fixture.compile("a.o", twice_allocating, "-O2 -fPIC -fno-builtin -c " + flags);
  fixture.compile("b.o", once_allocating, "-O2 -fPIC -fno-builtin -c " + flags);
  fixture.run("llvm-ar-19 rcs lib.a a.o b.o");
  return fixture.library("x.so", "",
                         flags +
                             " -Wl,-Map,x.map -Wl,--whole-archive lib.a "
                             "-Wl,--no-whole-archive -x c");
}

SiteList sites_with_members(const Fixture& fixture, bool with_map) {
  WatchList watch_list = WatchList::of({"malloc"});
  Library library = read_library(fixture.folder() / "x.so");
  SiteList list = list_sites(library, find_library_sites(library, watch_list, 1), watch_list);
  add_origins(library, {}, 1, list);
  std::optional<std::filesystem::path> map;
  if (with_map) map = fixture.folder() / "x.map";
  add_members(library, map, list);
  return list;
}

Counts members_of(const SiteList& list) {
  Counts counts;
  for (const SiteGroup& group : group_sites(list, "member")) {
    counts[group.name] = group.calls + group.tail_jumps;
  }
  return counts;
}

TEST(SiteMembers, MapsOfEachLinkerNameThem) {
  for (std::string linker : {"-fuse-ld=lld", "-fuse-ld=bfd"}) {
    Fixture fixture;
    link_archive(fixture, linker);
    SiteList list = sites_with_members(fixture, true);
    EXPECT_EQ(members_of(list), (Counts{{"lib.a(a.o)", 2}, {"lib.a(b.o)", 1}})) << linker;
    EXPECT_TRUE(is_complete(list, "member"));
    EXPECT_THAT(list.member_notes, IsEmpty());
  }
}

TEST(SiteMembers, WithoutAMapCompileUnitsStandForThem) {
  Fixture fixture;
  link_archive(fixture, "-g");
  SiteList list = sites_with_members(fixture, false);
  EXPECT_EQ(members_of(list), (Counts{{"unit a.o.source", 2}, {"unit b.o.source", 1}}));
  EXPECT_TRUE(is_complete(list, "member"));
  EXPECT_THAT(groups_table(list, "member", 0).notes, Contains(HasSubstr("--map")));
}

TEST(SiteMembers, WithNeitherTheyAreUnknown) {
  Fixture fixture;
  link_archive(fixture, "");
  SiteList list = sites_with_members(fixture, false);
  EXPECT_EQ(members_of(list), (Counts{{"not known", 3}}));
  EXPECT_FALSE(is_complete(list, "member"));
  EXPECT_TRUE(is_complete(list, "function"));
  EXPECT_THAT(groups_table(list, "member", 0).notes,
              Contains(HasSubstr("unknown: 3 sites: no linker map was given")));
}

TEST(SiteMembers, ObjectsOfThinLtoAreTheModulesTheyWereMadeFrom) {
  Fixture fixture;
  link_archive(fixture, "-flto=thin");
  SiteList list = sites_with_members(fixture, true);
  EXPECT_EQ(members_of(list), (Counts{{"lib.a(a.o)", 2}, {"lib.a(b.o)", 1}}));
  EXPECT_THAT(list.member_notes, Contains(HasSubstr("LTO made at the link")));
}

TEST(SiteMembers, FullLtoLeavesThemToDebugInformation) {
  for (std::string debug : {"", "-g "}) {
    Fixture fixture;
    link_archive(fixture, debug + "-flto");
    SiteList list = sites_with_members(fixture, true);
    bool has_units = !debug.empty();
    EXPECT_EQ(members_of(list), has_units ? (Counts{{"unit a.o.source", 2}, {"unit b.o.source", 1}})
                                          : (Counts{{"not known", 3}}));
    EXPECT_EQ(is_complete(list, "member"), has_units);
    if (!has_units) {
      EXPECT_THAT(list.without_member, Contains(HasSubstr("an object of LTO there (x.so.lto.o)")));
    }
  }
}

}  // namespace
}  // namespace ltoscope::audit

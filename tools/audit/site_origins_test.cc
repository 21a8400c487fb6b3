// Sites by the source: inlined calls, files, units, with and without debug information.
#include "audit/site_origins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/site_report.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using elf::Fixture;
using testing::HasSubstr;
using testing::IsEmpty;

// take() is inlined into both, and make() only calls it.
constexpr char allocating[] = R"(
typedef unsigned long size_t;
extern "C" void* malloc(size_t);
__attribute__((always_inline)) inline void* take(size_t n) { return malloc(n + 8); }
extern "C" void* make(size_t n) { char* p = (char*)take(n); *p = 1; return p; }
extern "C" void* twice(size_t n) { char* p = (char*)take(n); *p = 2; p = (char*)malloc(n); *p = 3; return p; }
)";

SiteList sites_with_origins(const std::filesystem::path& path, const elf::DebugFilePlaces& places) {
  WatchList watch_list = WatchList::of({"malloc"});
  Library library = read_library(path, places);
  LibrarySites sites = find_library_sites(library, watch_list, 1);
  SiteList list = list_sites(library, sites, watch_list);
  add_origins(library, places, 1, list);
  return list;
}

std::map<std::string, int64_t> counted(const SiteList& list, std::string_view grouping) {
  std::map<std::string, int64_t> counts;
  for (const SiteGroup& group : group_sites(list, grouping)) counts[group.name] = group.calls;
  return counts;
}

TEST(SiteOrigins, SitesAreCountedByWhatWasInlined) {
  Fixture fixture;
  SiteList list = sites_with_origins(
      fixture.library("x.so", allocating, "-x c++ -fno-builtin -g -nostdlib"), {});
  ASSERT_EQ(list.rows.size(), 3u);
  EXPECT_THAT(list.without_origin, IsEmpty());
  EXPECT_EQ(counted(list, "inline"),
            (std::map<std::string, int64_t>{{"_Z4takem", 2}, {"nothing was inlined", 1}}));
  EXPECT_EQ(list.rows[0].origin->chain[1].function, "make");
  EXPECT_EQ(list.rows[0].origin->line, 4u);
  EXPECT_EQ(list.rows[0].origin->chain[1].line, 5u);
  EXPECT_THAT(list.rows[0].origin->unit, HasSubstr("x.so.source"));
  EXPECT_EQ(counted(list, "unit").size(), 1u);
  EXPECT_TRUE(is_complete(list, "inline"));
}

TEST(SiteOrigins, StrippedLibraryHasThemFromItsDebugFile) {
  Fixture fixture;
  fixture.library("x.so", allocating, "-x c++ -fno-builtin -g -nostdlib -Wl,--build-id");
  fixture.run("llvm-objcopy-19 --only-keep-debug x.so x.debug && llvm-strip-19 x.so");
  elf::DebugFilePlaces places;
  places.file = fixture.folder() / "x.debug";
  SiteList list = sites_with_origins(fixture.folder() / "x.so", places);
  ASSERT_EQ(list.rows.size(), 3u);
  EXPECT_EQ(list.rows[0].function, "make");
  EXPECT_EQ(counted(list, "inline")["_Z4takem"], 2);
}

TEST(SiteOrigins, WithoutDebugInformationOnlyWhatNeedsItIsIncomplete) {
  Fixture fixture;
  std::filesystem::path library =
      fixture.library("x.so", allocating, "-x c++ -fno-builtin -nostdlib");
  SiteList list = sites_with_origins(library, {});
  EXPECT_TRUE(is_complete(list, "function"));
  EXPECT_FALSE(is_complete(list, "file"));
  EXPECT_EQ(counted(list, "inline"), (std::map<std::string, int64_t>{{"not known", 3}}));
  EXPECT_THAT(groups_table(list, "file", 0).notes.back(), HasSubstr("no debug information"));
}

}  // namespace
}  // namespace ltoscope::audit

// Small trees with what a project may hold: build folders, links, odd modes and times.
#include "buildcost/tree_copy.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "buildcost/temporary_project.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

const fs::path nowhere = "/nowhere";

timespec time_of(const fs::path& path) {
  struct stat status{};
  ::lstat(path.c_str(), &status);
  return status.st_mtim;
}

void set_time(const fs::path& path, time_t seconds, long nanoseconds = 0) {
  timespec times[2] = {{seconds, nanoseconds}, {seconds, nanoseconds}};
  ::utimensat(AT_FDCWD, path.c_str(), times, 0);
}

TEST(TreeCopy, KeepsTextTimesToTheNanosecondAndModes) {
  TemporaryProject from, to;
  from.write("src/a.cc", "int a;\n");
  from.write("tool.sh", "#!/bin/sh\n");
  fs::permissions(from / "tool.sh", fs::perms::owner_all | fs::perms::group_read);
  set_time(from / "src/a.cc", 1'600'000'000, 123'456'789);
  copy_tree(from.folder(), to.folder(), nowhere);
  EXPECT_EQ(to.read("src/a.cc"), "int a;\n");
  EXPECT_EQ(time_of(to / "src/a.cc").tv_sec, 1'600'000'000);
  EXPECT_EQ(time_of(to / "src/a.cc").tv_nsec, 123'456'789);
  EXPECT_EQ(fs::status(to / "tool.sh").permissions(), fs::perms::owner_all | fs::perms::group_read);
}

TEST(TreeCopy, LeavesOutGitBuildFoldersAndTheWorkFolder) {
  TemporaryProject from, to;
  for (const char* name : {".git/config", "build/x.o", "out/CMakeCache.txt", "out/x.o",
                           "work/source/x", "sub/.git", "sub/build/kept.cc", "src/kept.cc"}) {
    from.write(name, "x");
  }
  copy_tree(from.folder(), to.folder(), from / "work");
  for (const char* name : {".git", "build", "out", "work", "sub/.git"})
    EXPECT_FALSE(fs::exists(to / name)) << name;
  EXPECT_TRUE(fs::exists(
      to / "sub/build/kept.cc"));  // only the topmost folder of that name is a convention
  EXPECT_TRUE(fs::exists(to / "src/kept.cc"));
}

TEST(TreeCopy, LinksMeanInTheCopyWhatTheyMeant) {
  TemporaryProject outside, to;
  outside.write("project/real.cc", "x");
  outside.write("shared.h", "y");
  fs::path project = fs::canonical(outside / "project");
  fs::create_symlink("real.cc", project / "inside");
  fs::create_symlink(project / "real.cc", project / "inside-by-full-path");
  fs::create_symlink("../shared.h", project / "outside");
  fs::create_symlink("missing", project / "dangling");
  copy_tree(project, to.folder(), nowhere);
  EXPECT_EQ(fs::read_symlink(to / "inside"), "real.cc");
  EXPECT_EQ(fs::canonical(to / "inside-by-full-path"), fs::canonical(to / "real.cc"));
  EXPECT_EQ(to.read("outside"), "y");
  EXPECT_EQ(fs::read_symlink(to / "dangling"), "missing");
}

TEST(TreeCopy, ASecondCopyRepairsWhatChangedAndDatesItNow) {
  TemporaryProject from, to;
  from.write("edited.cc", "original");
  from.write("same.cc", "same");
  set_time(from / "edited.cc", 1'600'000'000);
  set_time(from / "same.cc", 1'600'000'000);
  copy_tree(from.folder(), to.folder(), nowhere);
  to.write("edited.cc", "original, edited");
  to.write("left over.cc", "x");
  copy_tree(from.folder(), to.folder(), nowhere);
  EXPECT_EQ(to.read("edited.cc"), "original");
  EXPECT_GT(time_of(to / "edited.cc").tv_sec, 1'600'000'000);
  EXPECT_EQ(time_of(to / "same.cc").tv_sec, 1'600'000'000);
  EXPECT_FALSE(fs::exists(to / "left over.cc"));
}

TEST(TreeCopy, AnEditOfTheSameLengthIsSeen) {
  TemporaryProject from, to;
  from.write("a.cc", "int a = 1;");
  copy_tree(from.folder(), to.folder(), nowhere);
  from.write("a.cc", "int a = 2;");
  set_time(from / "a.cc", 1'700'000'000);
  copy_tree(from.folder(), to.folder(), nowhere);
  EXPECT_EQ(to.read("a.cc"), "int a = 2;");
}

TEST(TreeCopy, AFileMayBecomeAFolderAndBack) {
  TemporaryProject from, to;
  from.write("thing", "x");
  copy_tree(from.folder(), to.folder(), nowhere);
  fs::remove(from / "thing");
  from.write("thing/inner", "y");
  copy_tree(from.folder(), to.folder(), nowhere);
  EXPECT_EQ(to.read("thing/inner"), "y");
}

TEST(TreeCopy, AMissingProjectIsNamed) {
  TemporaryProject to;
  EXPECT_THROW(copy_tree(to / "missing", to / "copy", nowhere), Failure);
}

TEST(TreeFingerprint, ChangesWithTextNamesAndLinksOnly) {
  TemporaryProject project;
  project.write("a.cc", "x");
  project.write("build/x.o", "x");
  std::string before = fingerprint_of_tree(project.folder(), nowhere);
  set_time(project / "a.cc", 1'600'000'000);
  project.write("build/x.o", "y");
  EXPECT_EQ(fingerprint_of_tree(project.folder(), nowhere), before);
  project.write("a.cc", "y");
  std::string edited = fingerprint_of_tree(project.folder(), nowhere);
  EXPECT_NE(edited, before);
  fs::rename(project / "a.cc", project / "b.cc");
  EXPECT_NE(fingerprint_of_tree(project.folder(), nowhere), edited);
}

}  // namespace
}  // namespace ltoscope::buildcost

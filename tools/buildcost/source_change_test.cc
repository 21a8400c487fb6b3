// Files whose times and texts are changed and taken back.
#include "buildcost/source_change.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "buildcost/temporary_project.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

int64_t nanoseconds_of(const fs::path& path) {
  struct stat status{};
  ::stat(path.c_str(), &status);
  return status.st_mtim.tv_sec * int64_t{1'000'000'000} + status.st_mtim.tv_nsec;
}

void set_seconds(const fs::path& path, time_t seconds) {
  timespec times[2] = {{seconds, 0}, {seconds, 0}};
  ::utimensat(AT_FDCWD, path.c_str(), times, 0);
}

TEST(SourceChange, ATouchIsNewerThanAnObjectOfThisVeryMoment) {
  TemporaryProject project;
  project.write("a.cc", "x");
  SourceChange change(project / "a.cc");
  project.write("a.o", "x");
  EXPECT_EQ(change.make_newer_than({project / "a.o"}), "");
  EXPECT_GT(nanoseconds_of(project / "a.cc"), nanoseconds_of(project / "a.o"));
}

TEST(SourceChange, AnObjectFromTheFutureCannotBeOutdone) {
  TemporaryProject project;
  project.write("a.cc", "x");
  project.write("a.o", "x");
  set_seconds(project / "a.o", ::time(nullptr) + 3600);
  SourceChange change(project / "a.cc");
  EXPECT_THAT(change.make_newer_than({project / "a.o"}), testing::HasSubstr("a.o is dated 3"));
}

TEST(SourceChange, TimeAndTextGoBackToWhatTheyWere) {
  TemporaryProject project;
  project.write("a.cc", "original");
  set_seconds(project / "a.cc", 1'600'000'000);
  SourceChange change(project / "a.cc");
  change.write("edited");
  EXPECT_EQ(project.read("a.cc"), "edited");
  change.put_text_back();
  EXPECT_EQ(project.read("a.cc"), "original");
  EXPECT_NE(nanoseconds_of(project / "a.cc"), int64_t{1'600'000'000} * 1'000'000'000);
  change.put_time_back();
  EXPECT_EQ(nanoseconds_of(project / "a.cc"), int64_t{1'600'000'000} * 1'000'000'000);
}

TEST(SourceChange, AForgottenEditIsUndoneAndLeavesTheFileNew) {
  TemporaryProject project;
  project.write("a.cc", "original");
  set_seconds(project / "a.cc", 1'600'000'000);
  {
    SourceChange(project / "a.cc").write("edited");
  }
  EXPECT_EQ(project.read("a.cc"), "original");
  EXPECT_GT(nanoseconds_of(project / "a.cc"), int64_t{1'600'000'000} * 1'000'000'000);
}

}  // namespace
}  // namespace ltoscope::buildcost

// What may be worked in and what may not.
#include "buildcost/work_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "buildcost/temporary_project.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

std::string message_of(const std::filesystem::path& work, const std::filesystem::path& project) {
  try {
    WorkFolder folder(work, project);
    return "";
  } catch (const Failure& failure) {
    return failure.what();
  }
}

TEST(WorkFolder, ANewOneIsMadeAndTakenAgain) {
  TemporaryProject project;
  EXPECT_EQ(message_of(project / "build/cost", project.folder()), "");
  EXPECT_TRUE(std::filesystem::is_directory(source_copy_in(project / "build/cost")));
  EXPECT_EQ(message_of(project / "build/cost", project.folder()), "");
}

TEST(WorkFolder, AFolderWithSomethingElseIsLeftAlone) {
  TemporaryProject project;
  project.write("precious/build/no-lto/CMakeCache.txt", "x");
  EXPECT_THAT(message_of(project / "precious", project.folder()),
              testing::HasSubstr("found something else"));
  EXPECT_EQ(project.read("precious/build/no-lto/CMakeCache.txt"), "x");
}

TEST(WorkFolder, TheFolderOfAnotherProjectIsLeftAlone) {
  TemporaryProject one, two;
  EXPECT_EQ(message_of(one / "work", one.folder()), "");
  EXPECT_THAT(message_of(one / "work", two.folder()),
              testing::HasSubstr("work folder of another project"));
}

TEST(WorkFolder, OnlyOneRunMayHoldIt) {
  TemporaryProject project;
  WorkFolder held(project / "work", project.folder());
  EXPECT_THAT(message_of(project / "work", project.folder()),
              testing::HasSubstr("in use by another run"));
}

TEST(WorkFolder, APresetsNameCannotLeaveIt) {
  EXPECT_EQ(build_folder_in("/w", "linux/clang"), "/w/build/linux%2Fclang");
  EXPECT_EQ(build_folder_in("/w", "../../etc"), "/w/build/..%2F..%2Fetc");
  EXPECT_THROW(build_folder_in("/w", ".."), Failure);
  EXPECT_THROW(build_folder_in("/w", ""), Failure);
}

}  // namespace
}  // namespace ltoscope::buildcost

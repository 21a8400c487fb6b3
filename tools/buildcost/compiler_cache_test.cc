// Each way in which something else may compile, and builds in which nothing does.
#include "buildcost/compiler_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "buildcost/temporary_project.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const CMakeCache plain = {{"CMAKE_CXX_COMPILER", "/bin/sh"},
                          {"CMAKE_CXX_COMPILER_AR", "/usr/bin/llvm-ar-19"}};

TEST(CompilerCache, APlainBuildHasNone) {
  std::vector<std::string> commands = {
      "/bin/sh -O3 -o a.o -c a.cc",
      ": && /bin/sh -shared -o a.so a.o && :", "cd /b && /usr/bin/cmake -E touch x", "",
      ": && /usr/bin/cmake -E rm -f x.a && /usr/bin/ar qc x.a a.o && :"};
  EXPECT_TRUE(
      find_compiler_caches(plain, commands, {"PATH=/usr/lib/ccache:/bin", "HOME=/"}).empty());
}

TEST(CompilerCache, LaunchersInTheCacheAreFound) {
  CMakeCache cache = plain;
  cache["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache";
  cache["CMAKE_C_COMPILER_LAUNCHER"] = "";
  EXPECT_THAT(find_compiler_caches(cache, {"ccache /bin/sh -c a.cc"}, {}),
              ElementsAre("CMAKE_CXX_COMPILER_LAUNCHER is ccache"));
}

TEST(CompilerCache, LaunchersThatOnlyCommandsShowAreFound) {
  EXPECT_THAT(find_compiler_caches(plain, {"/opt/launch --x /bin/sh -o a.o -c a.cc"}, {}),
              ElementsAre("commands are launched by /opt/launch"));
  EXPECT_THAT(find_compiler_caches(plain, {": && /opt/launch /bin/sh -o a.so a.o && :"}, {}),
              ElementsAre("commands are launched by /opt/launch"));
}

TEST(CompilerCache, ALinterOfCMakeIsNone) {
  std::string linter =
      "/usr/bin/cmake -E __run_co_compile --tidy=\"clang-tidy\" --source=a.cc -- /bin/sh -c a.cc";
  EXPECT_TRUE(find_compiler_caches(plain, {linter}, {}).empty());
}

TEST(CompilerCache, ACompilerThatIsALinkToACacheIsFound) {
  TemporaryProject project;
  project.write("bin/ccache", "");
  fs::create_directory(project / "masks");
  fs::create_symlink("../bin/ccache", project / "masks/clang++");
  std::string compiler = (project / "masks/clang++").string();
  EXPECT_THAT(find_compiler_caches({{"CMAKE_CXX_COMPILER", compiler}}, {}, {}),
              ElementsAre("the CXX compiler " + compiler + " is ccache"));
}

TEST(CompilerCache, ACompilerThatIsAScriptAroundACacheIsFound) {
  TemporaryProject project;
  project.write("cc", "#!/bin/sh\nexec sccache clang \"$@\"\n");
  project.write("plain", "#!/bin/sh\nexec clang \"$@\"\n");
  EXPECT_THAT(find_compiler_caches({{"CMAKE_C_COMPILER", (project / "cc").string()}}, {}, {}),
              ElementsAre(HasSubstr("is sccache")));
  EXPECT_TRUE(
      find_compiler_caches({{"CMAKE_C_COMPILER", (project / "plain").string()}}, {}, {}).empty());
}

TEST(CompilerCache, VariablesAreFound) {
  EXPECT_THAT(
      find_compiler_caches(
          plain, {}, {"CCACHE_DIR=/c", "SCCACHE_BUCKET=b", "RUSTC_WRAPPER=sccache", "CC=gcc"}),
      ElementsAre("the environment variable CCACHE_DIR is set",
                  "the environment variable SCCACHE_BUCKET is set",
                  "the environment variable RUSTC_WRAPPER is set"));
}

TEST(CMakeCache, ReadsEntriesAndPassesOverComments) {
  TemporaryProject project;
  project.write("CMakeCache.txt", "# c\n//doc: x=y\nA:STRING=1=2\nB:INTERNAL=\nnonsense\n");
  CMakeCache cache = read_cmake_cache(project.folder());
  EXPECT_EQ(cache.size(), 2u);
  EXPECT_EQ(value_of(cache, "A"), "1=2");
  EXPECT_EQ(value_of(cache, "B"), "");
  EXPECT_THROW(read_cmake_cache(project / "missing"), Failure);
}

TEST(CMakeCache, OnlyLanguagesHaveCompilers) {
  EXPECT_EQ(compilers_of({{"CMAKE_CXX_COMPILER", "c++"},
                          {"CMAKE_C_COMPILER_AR", "ar"},
                          {"CMAKE_CUDA_HOST_COMPILER", "g"},
                          {"CMAKE_C_COMPILER", ""}}),
            (std::map<std::string, std::string>{{"CXX", "c++"}}));
}

}  // namespace
}  // namespace ltoscope::buildcost

// What a library wants of the loader and of other libraries, and who made it.
#include "elf/version_needs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "elf/comment.h"
#include "elf/fixture.h"

namespace ltoscope::elf {
namespace {

using testing::Contains;
using testing::HasSubstr;

// A library that defines f at three versions, and one that uses the last two.
Image user_of_versions(const Fixture& fixture, const std::string& flags = "") {
  fixture.write("v.map", "V_2.4 { global: f; }; V_2.34 { global: g; }; V_2.100 { global: h; };");
  fixture.library("libv.so", "void f(void) {} void g(void) {} void h(void) {}",
                  "-nostdlib -Wl,-soname,libv.so -Wl,--version-script=v.map");
  return read_image(fixture.library("x.so",
                                    "void g(void); void h(void); void use(void) { g(); h(); }",
                                    "-nostdlib -Wl,libv.so " + flags));
}

TEST(VersionNeeds, EachNeededVersionIsListedWithItsLibrary) {
  Fixture fixture;
  Image image = user_of_versions(fixture);
  std::vector<std::string> found;
  for (const VersionNeed& need : read_version_needs(image, read_dynamic(image))) {
    found.push_back(std::string(need.version) + " of " + std::string(need.library));
    EXPECT_FALSE(need.weak);
  }
  EXPECT_THAT(found, testing::UnorderedElementsAre("V_2.34 of libv.so", "V_2.100 of libv.so"));
}

TEST(VersionNeeds, LibraryWithoutVersionsNeedsNone) {
  Fixture fixture;
  Image image = read_image(fixture.library("x.so", "int x;", "-nostdlib"));
  EXPECT_TRUE(read_version_needs(image, read_dynamic(image)).empty());
}

TEST(Dynamic, SearchPathsAndBindingAreRead) {
  Fixture fixture;
  Dynamic runpath = read_dynamic(read_image(fixture.library(
      "x.so", "int x;", "-nostdlib -Wl,-rpath,/a:/b -Wl,--enable-new-dtags,-z,now")));
  EXPECT_TRUE(runpath.bind_now);
  EXPECT_FALSE(runpath.text_relocations);
  Image old = read_image(
      fixture.library("y.so", "int x;", "-nostdlib -Wl,-rpath,/c -Wl,--disable-new-dtags,-z,lazy"));
  Dynamic rpath = read_dynamic(old);
  EXPECT_EQ(rpath.rpath, "/c");
  EXPECT_FALSE(rpath.runpath.has_value());
  EXPECT_FALSE(rpath.bind_now);
  Image textual =
      read_image(fixture.compile("z.so", ".text\n.quad outside\n",
                                 "-x assembler -shared -nostdlib -fuse-ld=lld -Wl,-z,notext"));
  EXPECT_TRUE(read_dynamic(textual).text_relocations);
}

TEST(Comment, CompilerAndLinkerAreNamedOnce) {
  Fixture fixture;
  std::vector<std::string> lines = read_comment(read_image(fixture.library("x.so", "int x;")));
  EXPECT_THAT(lines, Contains(HasSubstr("clang")));
  EXPECT_THAT(lines, Contains(HasSubstr("Linker: ")));
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), lines.size());
  fixture.run("llvm-objcopy-19 --remove-section .comment x.so");
  EXPECT_TRUE(read_comment(read_image(fixture.folder() / "x.so")).empty());
}

}  // namespace
}  // namespace ltoscope::elf

// Versions compared as numbers.
#include "audit/version_floor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/properties.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::ElementsAre;

std::vector<VersionFloor> floors_of(std::vector<std::string_view> versions) {
  std::vector<elf::VersionNeed> needs;
  for (std::string_view version : versions) needs.push_back({"libc.so.6", version, false});
  return version_floors(needs, {});
}

TEST(VersionFloor, PartsAreComparedAsNumbers) {
  std::vector<VersionFloor> floors = floors_of({"GLIBC_2.4", "GLIBC_2.100", "GLIBC_2.34"});
  ASSERT_EQ(floors.size(), 1u);
  EXPECT_EQ(floors[0].family, "GLIBC");
  EXPECT_EQ(floors[0].name, "GLIBC_2.100");
  EXPECT_EQ(number_text(floors[0]), "2.100");
  EXPECT_EQ(number_text(floors_of({"GLIBC_2.2.5", "GLIBC_2.2"})[0]), "2.2.5");
}

TEST(VersionFloor, FamiliesAreToldApart) {
  std::vector<std::string> found;
  for (const VersionFloor& floor :
       floors_of({"GLIBCXX_3.4.30", "CXXABI_1.3", "LIBSSH_4_5_0", "OPENSSL_3.0.0"})) {
    found.push_back(floor.family + " " + number_text(floor));
  }
  EXPECT_THAT(found, ElementsAre("CXXABI 1.3", "GLIBCXX 3.4.30", "LIBSSH 4.5.0", "OPENSSL 3.0.0"));
}

TEST(VersionFloor, MarkOfPackedRelocationsIsGlibc236) {
  EXPECT_EQ(number_text(floors_of({"GLIBC_2.17", "GLIBC_ABI_DT_RELR"})[0]), "2.36");
  EXPECT_EQ(number_text(floors_of({"GLIBC_2.38", "GLIBC_ABI_DT_RELR"})[0]), "2.38");
}

TEST(VersionFloor, NameWithoutNumberIsKeptApart) {
  std::vector<VersionFloor> floors = floors_of({"GLIBC_2.17", "GLIBC_PRIVATE"});
  ASSERT_EQ(floors.size(), 1u);
  EXPECT_EQ(number_text(floors[0]), "2.17");
  EXPECT_THAT(floors[0].without_number, ElementsAre("GLIBC_PRIVATE"));
}

TEST(VersionFloor, WeakNeedDoesNotCount) {
  EXPECT_EQ(number_text(version_floors({{"l", "V_2", false}, {"l", "V_9", true}}, {})[0]), "2");
}

TEST(VersionFloor, SymbolsThatSetItAreNamed) {
  elf::Fixture fixture;
  fixture.write("v.map", "V_1 { global: f; }; V_2 { global: g; };");
  fixture.library("libv.so", "void f(void) {} void g(void) {}",
                  "-nostdlib -Wl,--version-script=v.map");
  Library library = read_library(fixture.library(
      "x.so", "void f(void); void g(void); void use(void) { f(); g(); }", "-nostdlib -Wl,libv.so"));
  Properties properties = properties_of(library);
  ASSERT_EQ(properties.floors.size(), 1u);
  EXPECT_EQ(properties.floors[0].name, "V_2");
  EXPECT_THAT(properties.floors[0].symbols, ElementsAre("g"));
}

TEST(VersionFloor, EndlessVersionHasNoNumbers) {
  std::string endless = "V_";
  for (int index = 0; index < 500'000; ++index) endless += "1_";
  std::vector<VersionFloor> floors = version_floors({{"l", endless, false}}, {});
  EXPECT_TRUE(floors.empty() || floors[0].numbers.empty());
}

}  // namespace
}  // namespace ltoscope::audit

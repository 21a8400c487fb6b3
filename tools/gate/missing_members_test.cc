// Which member defines an entry point that is not there, and why it is not.
#include "gate/missing_members.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/fixture.h"
#include "gate/check.h"

namespace ltoscope::gate {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::chrono::year_month_day some_day(std::chrono::year(2030), std::chrono::month(6),
                                               std::chrono::day(15));

// Two members with an entry point each; the object that is linked with them calls one of them.
struct ArchiveFixture : elf::Fixture {
  std::string archive;

  explicit ArchiveFixture(const std::string& flags = "") {
    compile("open.o", "void Java_a_B_open(void) {}", "-O2 -fPIC -c " + flags);
    compile("close.o", "void Java_a_B_close(void) {}", "-O2 -fPIC -c " + flags);
    run("llvm-ar-19 rcs libcore.a open.o close.o");
    archive = folder() / "libcore.a";
  }

  std::string linked(const std::string& name, const std::string& flags) const {
    return library(name,
                   "void Java_a_B_open(void); void anchor(void) { Java_a_B_open(); }"
                   "void other(void) {}",
                   "-nostdlib " + flags + " libcore.a -x c");
  }

  std::vector<Offender> offenders(const std::string& rule, const std::string& file) const {
    Policy policy =
        parse_policy("version = 1\n[[rule]]\nid = \"r\"\nreason = \"why\"\n" + rule, "p", {});
    CheckInputs inputs;
    inputs.files = {file};
    inputs.archives = {archive};
    return check_files({policy}, inputs, some_day).files.front().outcomes.front().offenders;
  }
};

TEST(MissingMembers, TheMemberThatNothingRefersToIsNamed) {
  for (std::string flags : {"", "-flto=thin"}) {
    ArchiveFixture fixture(flags);
    std::string library = fixture.linked("x.so", flags);
    std::vector<Offender> missing =
        fixture.offenders("required_jni = [\"a.B.open\", \"a.B.close\"]\n", library);
    ASSERT_EQ(missing.size(), 1u);
    EXPECT_EQ(missing[0].name, "Java_a_B_close");
    EXPECT_EQ(missing[0].detail, "for a.B.close; " + fixture.archive +
                                     "(close.o) defines it: dropped by the linker: "
                                     "nothing refers to that member");
  }
}

TEST(MissingMembers, ALibraryThatIsLinkedWholeLacksNone) {
  ArchiveFixture fixture;
  std::string library = fixture.linked("x.so", "-Wl,--whole-archive");
  EXPECT_THAT(fixture.offenders("required_jni = [\"a.B.open\", \"a.B.close\"]\n", library),
              IsEmpty());
}

TEST(MissingMembers, WhatAnExportListHoldsBackWasNotDropped) {
  ArchiveFixture fixture;
  fixture.write("x.map", "{ global: anchor; local: *; };");
  std::string library = fixture.linked("x.so", "-Wl,--whole-archive -Wl,--version-script=x.map");
  EXPECT_THAT(fixture.offenders("required_exports = [\"Java_a_B_close\"]\n", library),
              ElementsAre(Field(&Offender::detail, HasSubstr("export list or a visibility"))));
  fixture.run("llvm-strip-19 x.so");
  EXPECT_THAT(fixture.offenders("required_exports = [\"Java_a_B_close\"]\n", library),
              ElementsAre(Field(&Offender::detail, HasSubstr("a stripped library does not say"))));
}

TEST(MissingMembers, APatternNamesEachSymbolThatFitsIt) {
  ArchiveFixture fixture;
  std::string library = fixture.linked("x.so", "");
  for (std::string rule : {"required_exports = [{glob = \"Java_*\", min = 2}]\n",
                           "metric = \"exports.class.jni\"\nmin = 2\n"}) {
    std::vector<Offender> missing = fixture.offenders(rule, library);
    EXPECT_THAT(missing, Contains(Field(&Offender::name, "Java_a_B_close"))) << rule;
    EXPECT_THAT(missing, testing::Not(Contains(Field(&Offender::name, "Java_a_B_open")))) << rule;
  }
}

TEST(MissingMembers, ANameThatNoMemberDefinesIsSaidToBeNowhere) {
  ArchiveFixture fixture;
  std::string library = fixture.linked("x.so", "");
  EXPECT_THAT(fixture.offenders("required_jni = [\"a.B.flush(int)\"]\n", library),
              ElementsAre(Field(&Offender::detail, HasSubstr("no member of the archives"))));
}

}  // namespace
}  // namespace ltoscope::gate

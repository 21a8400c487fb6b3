// Many libraries in one call.
#include "audit/audit_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/set_report.h"
#include "command/failure.h"
#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char set_source[] = "void* malloc(unsigned long); void* f(void) { return malloc(3); }";

TEST(AuditSet, TakesEachLinkedFileBelowAFolderAndPassesOverTheRest) {
  elf::Fixture fixture;
  fixture.run("mkdir -p tree/below");
  fixture.library("tree/b.so", set_source);
  fixture.library("tree/below/a.so", set_source);
  fixture.run(
      "rm tree/*.source tree/below/*.source; ln -s b.so tree/link.so; ln tree/b.so tree/second.so; "
      "echo text > tree/text; cd tree && echo 'int x;' | clang-19 -c -x c - -o object.o");
  LibraryFiles found = find_libraries({fixture.folder() / "tree"});
  EXPECT_EQ(found.files.size(), 2u);
  EXPECT_EQ(found.passed_over, 3);  // text, object, second name
}

TEST(AuditSet, KeepsTheOrderAndGoesOnBehindARefusedFile) {
  elf::Fixture fixture;
  std::string good = fixture.library("good.so", set_source);
  std::string bad = fixture.write("bad.so", "no library");
  std::vector<std::string> files;
  for (int round = 0; round < 8; ++round) files.insert(files.end(), {good, bad});
  std::vector<std::size_t> order;
  SetReport report(true);
  audit_each(files, {.threads = 4}, [&](std::size_t index, SetEntry&& entry) {
    order.push_back(index);
    EXPECT_EQ(entry.file, files[index]);
    EXPECT_EQ(entry.audit.has_value(), index % 2 == 0);
    report.add(std::move(entry));
  });
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(order.size(), files.size());
  EXPECT_EQ(report.refused(), 8u);
  EXPECT_THAT(report.table(0).rows[0],
              ElementsAre(good, "x86-64", "1", "1", "0", "0", "0", "0", "no", testing::_));
  nlohmann::ordered_json json = std::move(report).json(5);
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["audits"].size(), 8u);
  EXPECT_THAT(json["refused"][0].get<std::string>(), HasSubstr("bad.so"));
}

TEST(AuditSet, DebugInformationAloneIsNoLibraryAndNoFault) {
  elf::Fixture fixture;
  fixture.library("x.so", set_source, "-g");
  fixture.run("llvm-objcopy-19 --only-keep-debug x.so x.debug");
  std::string file = fixture.folder() / "x.debug";
  EXPECT_THAT(elf::failure_of([&] { read_library(file); }), HasSubstr("expected the library that"));
  SetReport report(false);
  audit_each({file}, {}, [&](std::size_t, SetEntry&& entry) { report.add(std::move(entry)); });
  EXPECT_EQ(report.refused(), 0u);
  EXPECT_THAT(report.table(0).notes.back(), HasSubstr("1 files hold debug information alone"));
}

TEST(AuditSet, MissingFileIsRefusedByItself) {
  std::vector<std::string> refusals;
  audit_each({"/nowhere.so"}, {},
             [&](std::size_t, SetEntry&& entry) { refusals.push_back(entry.refusal); });
  EXPECT_THAT(refusals, ElementsAre(HasSubstr("/nowhere.so")));
}

}  // namespace
}  // namespace ltoscope::audit

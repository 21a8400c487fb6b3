// The verb on what is not linked yet: which files it takes, formats and exit codes.
#include "audit/archive_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::HasSubstr;

std::string written(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(ArchiveCommand, InputsOfLinkersAreTakenAndOthersAreNot) {
  elf::Fixture fixture;
  fixture.compile("x.o", "int x;", "-c");
  fixture.run("llvm-ar-19 rcs x.a x.o && llvm-ar-19 rcs --thin thin.a x.o");
  EXPECT_TRUE(is_object_input(fixture.folder() / "x.o"));
  EXPECT_TRUE(is_object_input(fixture.folder() / "x.a"));
  EXPECT_TRUE(is_object_input(fixture.folder() / "thin.a"));
  EXPECT_TRUE(is_object_input(fixture.compile("x.bc", "int x;", "-c -flto")));
  EXPECT_FALSE(is_object_input(fixture.library("x.so", "int x;")));
  EXPECT_FALSE(is_object_input(fixture.write("text", "!<arch")));
  EXPECT_FALSE(is_object_input(fixture.folder()));
  EXPECT_FALSE(is_object_input("/nowhere.a"));
}

TEST(ArchiveCommand, EveryFormatTellsOfADuplicateAndIsFine) {
  elf::Fixture fixture;
  fixture.compile("a.o", "int one(void) { return 1; }", "-c");
  fixture.run("cp a.o b.o && llvm-ar-19 rcs x.a a.o b.o");
  std::string archive = fixture.folder() / "x.a";
  OutputOptions output;
  output.output = fixture.folder() / "out";
  EXPECT_EQ(audit_objects(output, {}, {archive}), ExitCode::fine);
  EXPECT_THAT(written(output.output),
              HasSubstr("\none   " + archive + "(a.o) " + archive + "(b.o)"));
  output.format = "md";
  EXPECT_EQ(audit_objects(output, {}, {archive}), ExitCode::fine);
  EXPECT_THAT(written(output.output), HasSubstr("| members with LTO | 0 of 2 |"));
  output.format = "html";
  EXPECT_EQ(audit_objects(output, {}, {archive}), ExitCode::fine);
  EXPECT_THAT(written(output.output), HasSubstr("<title>Archives and objects</title>"));
  output.format = "csv";
  EXPECT_EQ(audit_objects(output, {}, {archive}), ExitCode::fine);
  EXPECT_THAT(written(output.output), HasSubstr("members with LTO,0 of 2\r\n"));
  output.format = "json";
  EXPECT_EQ(audit_objects(output, {}, {archive}), ExitCode::fine);
  nlohmann::json json = nlohmann::json::parse(written(output.output));
  EXPECT_EQ(json["strong_duplicates"][0]["name"], "one");
  EXPECT_EQ(json["inputs"][0]["objects"], 2);
  EXPECT_EQ(json["calls"]["malloc"]["call"], 0);
  EXPECT_EQ(json["left_out"]["members_reached"], nullptr);
}

TEST(ArchiveCommand, BitcodeHasNoCallSitesYetRatherThanNone) {
  elf::Fixture fixture;
  OutputOptions output;
  output.output = fixture.folder() / "out";
  output.format = "json";
  std::string bitcode = fixture.compile("x.bc", "int x(void) { return 1; }", "-c -flto");
  EXPECT_EQ(audit_objects(output, {}, {bitcode}), ExitCode::fine);
  nlohmann::json json = nlohmann::json::parse(written(output.output));
  EXPECT_EQ(json["calls"], nullptr);
  EXPECT_EQ(json["tls"], nullptr);
  EXPECT_EQ(json["machine_code_members"], 0);
}

TEST(ArchiveCommand, UnknownIsIncompleteAndBrokenInputThrows) {
  elf::Fixture fixture;
  OutputOptions output;
  output.output = fixture.folder() / "out";
  std::string other =
      fixture.compile("x.o", "int x(void) { return 1; }", "-c --target=riscv64-linux-gnu");
  EXPECT_EQ(audit_objects(output, {}, {other}), ExitCode::incomplete);
  EXPECT_THAT(written(output.output), HasSubstr("found RISC-V"));
  std::string library = fixture.library("x.so", "int x;");
  EXPECT_THAT(elf::failure_of([&] { audit_objects(output, {}, {other, library}); }),
              HasSubstr("x.so: found a linked ELF file, expected an archive"));
}

}  // namespace
}  // namespace ltoscope::audit

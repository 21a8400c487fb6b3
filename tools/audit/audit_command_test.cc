// Exit codes and formats of the verb.
#include "audit/audit_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "elf/fixture.h"

namespace ltoscope::audit {
namespace {

using testing::HasSubstr;

ExitCode run(std::vector<std::string> arguments) {
  CLI::App app;
  ExitCode exit_code = ExitCode::fine;
  add_audit_command(app, exit_code);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  app.parse(arguments);
  return exit_code;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(AuditCommand, CompleteAuditIsFineInEveryFormat) {
  elf::Fixture fixture;
  std::string library = fixture.library("x.so", "void Java_x(void) {} void y(void) {}");
  std::string output = fixture.folder() / "out";
  EXPECT_EQ(run({"audit", library, "-f", "json", "-o", output}), ExitCode::fine);
  EXPECT_EQ(nlohmann::json::parse(content(output))["exports"]["by_pattern"]["Java_*"], 1);
  EXPECT_EQ(run({"audit", "-o", output, "--exports", "z*", "--exports", "y", library}),
            ExitCode::fine);
  EXPECT_THAT(content(output), HasSubstr("\nz*          0\ny           1\n"));
  EXPECT_EQ(run({"audit", library, "-f", "md", "-o", output}), ExitCode::fine);
  EXPECT_THAT(content(output), HasSubstr("| operator new | 0 | 0 |"));
}

TEST(AuditCommand, UnknownFigureIsIncompleteAndStillWritten) {
  elf::Fixture fixture;
  std::string library = fixture.library("x.so", "int x;");
  fixture.run("llvm-strip-19 x.so");
  std::string output = fixture.folder() / "out";
  EXPECT_EQ(run({"audit", library, "-o", output}), ExitCode::incomplete);
  EXPECT_THAT(content(output), HasSubstr("calls.malloc"));
}

TEST(AuditCommand, BadInputThrowsAndWritesNothing) {
  elf::Fixture fixture;
  std::string output = fixture.folder() / "out";
  EXPECT_THROW(run({"audit", "/nowhere.so", "-o", output}), Failure);
  EXPECT_FALSE(std::filesystem::exists(output));
  EXPECT_THROW(run({"audit", "-f", "yaml", "/nowhere.so"}), CLI::ValidationError);
}

}  // namespace
}  // namespace ltoscope::audit

// The verbs as a whole: exit codes, the same in every format, and what a person reads.
#include "gate/check_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "elf/fixture.h"
#include "gate/baseline_command.h"
#include "gate/diff_command.h"

namespace ltoscope::gate {
namespace {

using testing::HasSubstr;

ExitCode run_gate(std::vector<std::string> arguments) {
  CLI::App app;
  ExitCode exit_code = ExitCode::fine;
  add_check_command(app, exit_code);
  add_baseline_command(app, exit_code);
  add_diff_command(app, exit_code);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  app.parse(arguments);
  return exit_code;
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

constexpr char sites_source[] = R"(
extern void *malloc(unsigned long);
void *one(void) { return (char *)malloc(1) + 1; }
#ifdef MORE
void *two(void) { return (char *)malloc(2) + 1; }
#endif
)";

struct GateFixture : elf::Fixture {
  std::string library_of(const std::string& name, const std::string& flags = "") {
    return library(name, sites_source, "-fno-builtin -nostdlib -lc " + flags);
  }
  std::string policy_of(const std::string& rules) {
    return write("p.toml", "version = 1\n[[rule]]\nid = \"r\"\nreason = \"why\"\n" + rules);
  }
  std::string output() const { return folder() / "out"; }
};

TEST(CheckCommand, ExitCodesAreTheSameInEveryFormat) {
  GateFixture fixture;
  std::string library = fixture.library_of("x.so");
  for (std::string format : {"text", "json", "md", "csv", "sarif", "html"}) {
    auto check = [&](const std::string& rule) {
      return run_gate(
          {"check", "-p", fixture.policy_of(rule), "-f", format, "-o", fixture.output(), library});
    };
    EXPECT_EQ(check("nx = true\n"), ExitCode::fine) << format;
    EXPECT_EQ(check("metric = \"sites.malloc\"\nmax = 0\n"), ExitCode::broken_rule) << format;
    EXPECT_EQ(check("metric = \"sites.malloc\"\nmax_increase = 0\n"), ExitCode::incomplete);
    EXPECT_EQ(check("nx = true\narch = \"aarch64\"\n"), ExitCode::incomplete) << "nothing looked";
    EXPECT_EQ(check("metric = \"sites.malloc\"\nmax = 0\nseverity = \"warning\"\n"),
              ExitCode::fine);
    EXPECT_THROW(check("metric = \"sites.malloc\"\n"), Failure) << format;
  }
}

TEST(CheckCommand, PersonReadsRuleLimitAndOffenders) {
  GateFixture fixture;
  std::string library = fixture.library_of("x.so");
  std::string policy = fixture.policy_of("metric = \"sites.malloc\"\nmax = 0\n");
  run_gate({"check", "-p", policy, "-o", fixture.output(), library});
  std::string text = content_of(fixture.output());
  EXPECT_THAT(text, HasSubstr("sites.malloc"));
  EXPECT_THAT(text,
              HasSubstr("broken: r: sites.malloc is 1, expected at most 0\n    one (1 site)"));
  EXPECT_THAT(text, HasSubstr("why: why (" + policy + ":2)"));
  EXPECT_THAT(text, HasSubstr("1 broken, 0 undecidable, 0 warnings, 0 passed in 1 file\n"));
}

TEST(CheckCommand, BaseLibraryShowsWhoIsNew) {
  GateFixture fixture;
  std::string old_library = fixture.library_of("old.so");
  std::string library = fixture.library_of("x.so", "-DMORE");
  std::string policy = fixture.policy_of("metric = \"sites.malloc\"\nmax_increase = 0\n");
  EXPECT_EQ(
      run_gate({"check", "-p", policy, "--base", old_library, "-o", fixture.output(), library}),
      ExitCode::broken_rule);
  EXPECT_THAT(content_of(fixture.output()), HasSubstr("\n    two (1 new site)\n"));
}

TEST(CheckCommand, BaselineRatchetsAndReportsItsSlack) {
  GateFixture fixture;
  std::string library = fixture.library_of("x.so", "-DMORE");
  std::string policy = fixture.policy_of("metric = \"sites.malloc\"\nmax_increase = 0\n");
  std::string base = fixture.folder() / "base.json";
  EXPECT_EQ(run_gate({"baseline", "-o", base, library}), ExitCode::fine);
  fixture.library_of("x.so");
  auto check = [&] {
    return run_gate({"check", "-p", policy, "--baseline", base, "-o", fixture.output(), library});
  };
  EXPECT_EQ(check(), ExitCode::fine);
  EXPECT_THAT(content_of(fixture.output()), HasSubstr("slack: sites.malloc is 1, 1 below"));
  EXPECT_EQ(run_gate({"baseline", "--update", "-q", "-o", base, library}), ExitCode::fine);
  check();
  EXPECT_THAT(content_of(fixture.output()), testing::Not(HasSubstr("slack")));
  fixture.library_of("x.so", "-DMORE");
  EXPECT_EQ(check(), ExitCode::broken_rule);
  EXPECT_EQ(run_gate({"baseline", "--update", "-q", "-o", base, library}), ExitCode::broken_rule);
  EXPECT_EQ(check(), ExitCode::broken_rule) << "the ratchet held";
}

TEST(CheckCommand, UnreadableLibraryLeavesSarifThatSaysSo) {
  GateFixture fixture;
  EXPECT_THROW(
      run_gate({"check", "-p", "jni", "-f", "sarif", "-o", fixture.output(), "/nowhere.so"}),
      Failure);
  nlohmann::json sarif = nlohmann::json::parse(content_of(fixture.output()));
  EXPECT_EQ(sarif["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

TEST(CheckCommand, NativeMethodsMayBeNamedOnTheCommandLine) {
  GateFixture fixture;
  std::string library = fixture.library("x.so", "void Java_a_B_c(void) {}", "-nostdlib");
  EXPECT_EQ(run_gate({"check", "--native", "a.B.c", "-o", fixture.output(), library}),
            ExitCode::fine);
  EXPECT_EQ(run_gate({"check", "--native", "a.B.d", "-o", fixture.output(), library}),
            ExitCode::broken_rule);
  EXPECT_THAT(content_of(fixture.output()), HasSubstr("Java_a_B_d (for a.B.d)"));
}

TEST(DiffCommand, OldBuildMayBeNamedAsBase) {
  GateFixture fixture;
  std::string old_library = fixture.library_of("old.so");
  std::string library = fixture.library_of("x.so", "-DMORE");
  EXPECT_EQ(run_gate({"diff", "--base", old_library, "-o", fixture.output(), library}),
            ExitCode::broken_rule);
  EXPECT_THAT(content_of(fixture.output()), HasSubstr("two"));
  EXPECT_EQ(run_gate({"diff", library, library, "-f", "html", "-o", fixture.output()}),
            ExitCode::fine);
  EXPECT_THROW(run_gate({"diff", library}), Failure);
}

}  // namespace
}  // namespace ltoscope::gate

#include "decide/run_command.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "command/output.h"

namespace ltoscope::decide {
namespace {

namespace fs = std::filesystem;

// A fake host: its "library" is a text file that holds a time in nanoseconds, a result hash, and
// perhaps a shell command to end with.
constexpr const char* host_script = R"(
read -r time hash rest < "$1"
for iteration in 1 2 3; do
  echo "{\"query\":\"Q1\",\"iteration\":$iteration,\"nanoseconds\":$((time + iteration)),\"result_hash\":\"$hash\"}"
done
echo '{"lto":"none"}'
eval "$rest"
)";

class RunCommand : public testing::Test {
 protected:
  RunCommand() {
    std::string pattern = testing::TempDir() + "run-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    std::ofstream(folder_ / "host.sh") << host_script;
    command_ = "sh '" + (folder_ / "host.sh").string() + "' {library}";
    silence_progress();
  }
  ~RunCommand() override { fs::remove_all(folder_); }

  std::string library(const char* name, const std::string& content) const {
    std::ofstream(folder_ / name) << content << "\n";
    return (folder_ / name).string();
  }

  // Runs the verb; its result is in result().
  ExitCode run(std::vector<std::string> words) {
    ExitCode exit_code = ExitCode::fine;
    CLI::App app;
    add_run_command(app, exit_code);
    for (const char* word : {"--command", command_.c_str(), "-o"}) words.push_back(word);
    words.push_back((folder_ / "result").string());
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    words.push_back("run");
    app.parse(words);
    return exit_code;
  }
  // The message, which begins with the exit code's number.
  std::string refusal(const std::vector<std::string>& words) {
    try {
      run(words);
    } catch (const Failure& failure) {
      EXPECT_FALSE(fs::exists(folder_ / "result")) << "a failed run left a result";
      return std::to_string(static_cast<int>(failure.code())) + ": " + failure.what();
    }
    return "no failure";
  }
  std::string result() const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "result").rdbuf();
    return text.str();
  }

  fs::path folder_;
  std::string command_;
};

TEST_F(RunCommand, ALibraryAgainstItselfShowsNoDifference) {
  std::string same = library("a.so", "5000000 aa");
  EXPECT_EQ(run({"--variant", "a=" + same, "again=" + same}), ExitCode::fine);
  EXPECT_NE(result().find("no difference shown"), std::string::npos) << result();
  EXPECT_EQ(result().find(" differs\n"), std::string::npos) << result();
}

TEST_F(RunCommand, ASlowerLibraryDiffers) {
  EXPECT_EQ(run({"--variant", "a=" + library("a.so", "5000000 aa"), "--variant",
                 "b=" + library("b.so", "6000000 aa")}),
            ExitCode::fine);
  EXPECT_NE(result().find("+20.0 %"), std::string::npos) << result();
  EXPECT_NE(result().find("b differs\n"), std::string::npos) << result();
}

TEST_F(RunCommand, JsonHoldsEverySampleAndWhatTheHostTold) {
  std::string same = library("a.so", "5000000 aa");
  run({"--variant", "a=" + same, "b=" + same, "--rounds", "2", "-f", "json"});
  nlohmann::json json = nlohmann::json::parse(result());
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["samples"].size(), 2u * 2 * 3);
  EXPECT_EQ(json["samples"][6]["variant"], "b") << "the second round begins with the other variant";
  EXPECT_EQ(json["variants"][1]["information"][0]["lto"], "none");
  EXPECT_EQ(json["runtime"]["queries"][0]["variants"]["b"]["samples"], 4);
}

TEST_F(RunCommand, OtherAnswersFailTheRunWithQueryVariantsAndHashes) {
  EXPECT_EQ(refusal({"--variant", "a=" + library("a.so", "5 aa"), "b=" + library("b.so", "5 bb")}),
            "1: Q1: b answered bb, but a answered aa");
}

TEST_F(RunCommand, AHostThatCrashesFailsOrPrintsGarbageIsToldByVariant) {
  std::string good = "a=" + library("a.so", "5 aa");
  EXPECT_EQ(refusal({"--variant", good, "b=" + library("b.so", "5 aa kill -SEGV $$")}),
            "3: variant b, round 1: the host was killed by SIGSEGV");
  EXPECT_EQ(
      refusal({"--variant", good, "b=" + library("b.so", "5 aa echo no table >&2; exit 4")}),
      "3: variant b, round 1: the host exited with code 4; its last line on stderr: no table");
  EXPECT_EQ(refusal({"--variant", good, "b=" + library("b.so", "5 aa echo ready")}),
            "3: variant b, round 1: the host exited with code 0 but line 5 of its output is "
            "\"ready\", expected a JSON "
            "object");
}

TEST_F(RunCommand, AHostThatHangsIsKilledInTime) {
  EXPECT_EQ(refusal({"--variant", "a=" + library("a.so", "5 aa sleep 60"), "--timeout", "0.5"}),
            "3: variant a, round 1: the host was still running after 0.5 s");
}

TEST_F(RunCommand, OnlyWarmUpsIsIncompleteAndSaysSo) {
  EXPECT_EQ(run({"--variant", "a=" + library("a.so", "5 aa"), "--warmup", "3"}),
            ExitCode::incomplete);
  EXPECT_NE(result().find("a gave no sample of Q1 after 3 warm-up iterations"), std::string::npos)
      << result();
}

TEST_F(RunCommand, BadUsageIsRefusedBeforeAnythingRuns) {
  std::string good = library("a.so", "5 aa");
  EXPECT_EQ(refusal({"--variant", "a=" + good, "a=" + good}),
            "2: --variant a is given twice, expected each name once");
  EXPECT_EQ(refusal({"--variant", good}), "2: --variant is \"" + good + "\", expected NAME=LIB");
  EXPECT_EQ(refusal({"--variant", "a=/no/such.so"}), "2: variant a: /no/such.so: no such file");
  EXPECT_EQ(refusal({"--variant", "a=/"}), "2: variant a: / is not a file, expected a library");
  command_ = "sh host.sh";
  EXPECT_EQ(refusal({"--variant", "a=" + good}),
            "2: the command 'sh host.sh' does not hold {library}: every variant would run the same "
            "thing");
}

}  // namespace
}  // namespace ltoscope::decide

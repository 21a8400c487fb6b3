// What GitHub asks of SARIF.
#include "gate/check_sarif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ltoscope::gate {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

// A file with one outcome of the rule.
CheckResult result_with(const Rule& rule, RuleStatus status, std::vector<Offender> offenders = {}) {
  RuleOutcome outcome{&rule, status, "sites.malloc", "-", "3", "<= 1", "too many", {}};
  outcome.offenders = std::move(offenders);
  CheckResult result;
  result.files.push_back({"build/lib x.so", "x86-64", {outcome}, {}});
  (status == RuleStatus::broken ? result.broken : result.undecidable) = 1;
  return result;
}

Rule rule_in_file() {
  Rule rule;
  rule.id = "few-sites";
  rule.reason = "Each costs.";
  rule.policy = "ci/gate.toml";
  rule.line = 7;
  return rule;
}

TEST(CheckSarif, ResultPointsToTheRuleByARelativeAddress) {
  Rule rule = rule_in_file();
  ordered_json run = check_as_sarif(result_with(rule, RuleStatus::broken))["runs"][0];
  ordered_json result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "gate.few-sites");
  EXPECT_EQ(result["level"], "error");
  EXPECT_THAT(result["message"]["text"].get<std::string>(), HasSubstr("too many"));
  ordered_json place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "ci/gate.toml");
  EXPECT_EQ(place["region"]["startLine"], 7);
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "gate.few-sites");
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
  EXPECT_EQ(run["invocations"][0]["exitCode"], 1);
}

TEST(CheckSarif, BuiltInRulePointsToTheLibrary) {
  Rule rule = rule_in_file();
  rule.built_in = true;
  rule.severity = Severity::warning;
  ordered_json result =
      check_as_sarif(result_with(rule, RuleStatus::broken))["runs"][0]["results"][0];
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "build/lib%20x.so");
  EXPECT_EQ(result["level"], "warning");
}

TEST(CheckSarif, FunctionsAreResultsWithFingerprintsOfTheirOwn) {
  Rule rule = rule_in_file();
  std::vector<Offender> offenders;
  for (int index = 0; index < 1000; ++index) {
    offenders.push_back({"f" + std::to_string(index), "1 site", true});
  }
  ordered_json results =
      check_as_sarif(result_with(rule, RuleStatus::broken, offenders))["runs"][0]["results"];
  EXPECT_EQ(results.size(), 25u);
  EXPECT_EQ(results[1]["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "f1");
  EXPECT_NE(results[0]["partialFingerprints"], results[1]["partialFingerprints"]);
  EXPECT_EQ(results,
            check_as_sarif(result_with(rule, RuleStatus::broken, offenders))["runs"][0]["results"]);
}

// 25,000 results of a run, 1,000 locations of a result, 20 runs, 10 MB; the first 5,000 are shown.
TEST(CheckSarif, LimitsAreKeptAndWhatIsLeftOutIsSaid) {
  std::vector<Rule> rules(300, rule_in_file());
  CheckResult result;
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    rules[rule].id += std::to_string(rule);
    std::vector<Offender> offenders;
    for (int index = 0; index < 30; ++index) {
      offenders.push_back({std::string(1000, 'x') + std::to_string(index), "1 site", true});
    }
    CheckedFile checked = result_with(rules[rule], RuleStatus::broken, offenders).files[0];
    checked.file = "x" + std::to_string(rule) + ".so";
    result.files.push_back(checked);
  }
  result.broken = 300;
  ordered_json document = check_as_sarif(result);
  ordered_json run = document["runs"][0];
  EXPECT_EQ(document["runs"].size(), 1u);
  EXPECT_EQ(run["results"].size(), 5000u);
  EXPECT_LT(document.dump().size(), 10u << 20);
  for (const ordered_json& one : run["results"]) ASSERT_EQ(one["locations"].size(), 1u);
  ordered_json said = run["invocations"][0]["toolExecutionNotifications"][0];
  EXPECT_THAT(said["message"]["text"].get<std::string>(), HasSubstr("2500 more results"));
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
}

TEST(CheckSarif, FilesOfOneNameAreToldApart) {
  Rule rule = rule_in_file();
  auto fingerprints = [&](const std::string& one, const std::string& other) {
    CheckResult result = result_with(rule, RuleStatus::broken);
    result.files.push_back(result.files[0]);
    result.files[0].file = one;
    result.files[1].file = other;
    ordered_json results = check_as_sarif(result)["runs"][0]["results"];
    return std::pair(results[0]["partialFingerprints"], results[1]["partialFingerprints"]);
  };
  auto [first, second] = fingerprints("a/x.so", "b/x.so");
  EXPECT_NE(first, second);
  // The folder is no part of a file's identity otherwise.
  EXPECT_EQ(fingerprints("a/x.so", "y.so").first, fingerprints("b/x.so", "y.so").first);
}

TEST(CheckSarif, UndecidableRuleAndFailedRunAreNoSuccess) {
  Rule rule = rule_in_file();
  ordered_json run = check_as_sarif(result_with(rule, RuleStatus::undecidable))["runs"][0];
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(run["results"].size(), 1u);
  ordered_json failed = failed_run_as_sarif("x.so: found nothing", ExitCode::bad_input);
  ordered_json invocation = failed["runs"][0]["invocations"][0];
  EXPECT_EQ(failed["version"], "2.1.0");
  EXPECT_EQ(invocation["executionSuccessful"], false);
  EXPECT_EQ(invocation["exitCode"], 2);
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["message"]["text"], "x.so: found nothing");
}

}  // namespace
}  // namespace ltoscope::gate

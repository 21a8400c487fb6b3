#include "decide/choice.h"

#include <gtest/gtest.h>

#include "decide/choice_text.h"
#include "decide/sample_studies.h"

namespace ltoscope::decide {
namespace {

TEST(Choice, TheCheaperRebuildIsForDailyWorkAndTheLowerTotalForTheRelease) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  Choice choice = choose(study, {});
  EXPECT_EQ(choice.daily.preset, "no-lto");
  EXPECT_EQ(choice.release.preset, "thin-lto");
  EXPECT_EQ(exit_code_of(choice), ExitCode::fine);
  EXPECT_NE(as_text(choice).find("thin-lto 130 s (129 s to 131 s)"), std::string::npos)
      << as_text(choice);
  EXPECT_NE(as_text(choice).find("-10.0 % against no-lto: differs"), std::string::npos)
      << as_text(choice);
}

TEST(Choice, WithoutADifferenceTheCheapestBuildWins) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 100);
  Choice choice = choose(study, {});
  EXPECT_EQ(choice.release.preset, "no-lto");
  EXPECT_NE(as_text(choice).find("no difference shown, so the cheapest build wins"),
            std::string::npos);
}

TEST(Choice, ASlowerPresetIsNotForTheRelease) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 90);
  add_runs(study, "thin-lto", "Q1", 100);
  Choice choice = choose(study, {});
  EXPECT_EQ(choice.release.preset, "no-lto");
  EXPECT_NE(as_text(choice).find("all others are slower than no-lto"), std::string::npos)
      << as_text(choice);
}

TEST(Choice, OverlappingRebuildsAreATieThatTheBaselineWins) {
  Study study = study_of_two(9.95);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 100);
  EXPECT_EQ(choose(study, {}).daily.preset, "no-lto");
  Study apart = study_of_two(9);
  add_runs(apart, "no-lto", "Q1", 100);
  add_runs(apart, "thin-lto", "Q1", 100);
  EXPECT_EQ(choose(apart, {}).daily.preset, "thin-lto");
}

TEST(Choice, ASlowerQueryDoesNotVetoATotalThatWinsButIsTold) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "no-lto", "Q4", 10);
  add_runs(study, "thin-lto", "Q1", 90);
  add_runs(study, "thin-lto", "Q4", 11);
  Choice choice = choose(study, {});
  EXPECT_EQ(choice.release.preset, "thin-lto");
  EXPECT_NE(as_text(choice).find("Q4 of thin-lto is slower by 10.0 % and differs"),
            std::string::npos);
}

TEST(Choice, OfTwoFasterPresetsThatTieTheCheaperCleanBuildWins) {
  Study study = study_of_two(130);
  study.presets.push_back("full-lto");
  add_costs(study, "full-lto", 80, 150);
  add_audit(study, "full-lto", {"engine_open"}, 130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  add_runs(study, "full-lto", "Q1", 90.1);
  EXPECT_EQ(choose(study, {}).release.preset, "full-lto");
}

TEST(Choice, LimitsShutOutAPresetAndSayByHowMuch) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  Choice choice = choose(study, {parse_seconds_limit("2x"), {}});
  EXPECT_EQ(choice.release.preset, "no-lto");
  ASSERT_EQ(choice.outside.size(), 1u);
  EXPECT_EQ(choice.outside[0],
            "thin-lto: a rebuild after an edit takes CPU time of 130 s, above the limit of 20.0 s");
  EXPECT_EQ(exit_code_of(choice), ExitCode::fine);
  EXPECT_TRUE(choose(study, {parse_seconds_limit("14x"), {}}).outside.empty());
  EXPECT_EQ(choose(study, {{}, parse_bytes_limit("99MiB")}).outside.size(), 2u);
  EXPECT_TRUE(choose(study, {{}, parse_bytes_limit("100MiB")}).outside.empty());
}

TEST(Choice, NoPresetWithinTheLimitsIsUndecided) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  Choice choice = choose(study, {parse_seconds_limit("1s"), {}});
  EXPECT_EQ(choice.daily.preset, "");
  EXPECT_EQ(choice.release.preset, "");
  EXPECT_EQ(exit_code_of(choice), ExitCode::incomplete);
}

TEST(Choice, AFailedPresetIsLeftOutAndNamedAndTheOthersAreDecided) {
  Study study = study_of_two(130);
  study.presets.push_back("full-lto");
  study.cost_samples.push_back(
      failed_cost_sample("full-lto", "edit", "the clean build failed: killed, likely memory"));
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  Choice choice = choose(study, {});
  EXPECT_EQ(choice.release.preset, "thin-lto");
  ASSERT_EQ(choice.missing.size(), 1u);
  EXPECT_EQ(choice.missing[0],
            "full-lto: its rebuild after an edit was not measured: the clean build failed: killed, "
            "likely memory");
  EXPECT_EQ(exit_code_of(choice), ExitCode::incomplete);
}

TEST(Choice, WithoutRunsTheReleaseIsUndecidedAndDailyWorkIsNot) {
  Choice choice = choose(study_of_two(130), {});
  EXPECT_EQ(choice.daily.preset, "no-lto");
  EXPECT_EQ(choice.release.preset, "");
  EXPECT_EQ(to_json(choice)["release"]["preset"], nullptr);
  EXPECT_NE(as_text(choice).find("Release: undecided"), std::string::npos);
  EXPECT_EQ(exit_code_of(choice), ExitCode::incomplete);
}

TEST(Choice, WithoutTheBaselineNothingIsDecided) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  std::erase_if(study.cost_samples,
                [](const nlohmann::json& sample) { return sample["preset"] == "no-lto"; });
  study.cost_samples.push_back(failed_cost_sample("no-lto", "edit", "the clean build failed"));
  Choice choice = choose(study, {});
  EXPECT_EQ(choice.daily.preset, "");
  EXPECT_EQ(choice.release.preset, "");
}

TEST(Choice, APresetWhoseHostCrashesIsNotForTheRelease) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  study.failures.push_back(
      {"thin-lto", "run", "variant thin-lto, round 3: the host was killed by SIGSEGV"});
  Choice choice = choose(study, {});
  EXPECT_EQ(choice.daily.preset, "no-lto");
  EXPECT_EQ(choice.release.preset, "");
  ASSERT_EQ(choice.missing.size(), 1u);
  EXPECT_EQ(choice.missing[0],
            "thin-lto, for the release: variant thin-lto, round 3: the host was killed by SIGSEGV");
}

TEST(Choice, AWrongAnswerIsARuleBrokenHoweverFast) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 10, "bb");
  Choice choice = choose(study, {});
  EXPECT_NE(choice.release.preset, "thin-lto");
  ASSERT_EQ(choice.broken.size(), 1u);
  EXPECT_EQ(choice.broken[0], "Q1: thin-lto answered bb, but no-lto answered aa");
  EXPECT_EQ(exit_code_of(choice), ExitCode::broken_rule);
}

TEST(Choice, OtherExportsAreARuleBrokenAndNamed) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  add_audit(study, "thin-lto", {"_Znwm", "engine_close"}, 124);
  Choice choice = choose(study, {});
  EXPECT_NE(choice.release.preset, "thin-lto");
  ASSERT_EQ(choice.broken.size(), 1u);
  EXPECT_EQ(choice.broken[0],
            "thin-lto does not export engine_open, which no-lto does; exports _Znwm, engine_close, "
            "which no-lto does not");
  EXPECT_EQ(exit_code_of(choice), ExitCode::broken_rule);
}

TEST(Choice, TooFewRoundsLeaveTheReleaseUndecided) {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  std::erase_if(study.run_samples,
                [](const runtime::RunSample& sample) { return sample.round > 1; });
  Choice choice = choose(study, {});
  EXPECT_EQ(choice.release.preset, "");
  EXPECT_NE(as_text(choice).find("take more rounds"), std::string::npos);
}

}  // namespace
}  // namespace ltoscope::decide

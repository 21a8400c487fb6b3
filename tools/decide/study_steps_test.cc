#include "decide/study_steps.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <optional>

#include "command/interruption.h"
#include "command/output.h"
#include "decide/choice.h"
#include "decide/sample_studies.h"

namespace ltoscope::decide {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A project of two presets whose builds, audits and hosts only pretend, with a count of what was
// done.
class StudySteps : public testing::Test {
 protected:
  StudySteps() {
    silence_progress();
    std::string pattern = testing::TempDir() + "study-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    for (const char* preset : {"no-lto", "thin-lto"}) std::ofstream(folder_ / preset) << preset;
    plan_ = {
        {"no-lto", "thin-lto"}, folder_ / "libraries", {2, 2, 1, {"{build}/host", "{library}"}}};
    tools_.measure_cost = [this](const buildcost::AlreadyHave& already_have,
                                 const std::function<void(const buildcost::CostSample&)>& take) {
      for (int64_t round = 1; round <= plan_.settings.cost_rounds; ++round) {
        for (const std::string& preset : plan_.presets) {
          for (buildcost::Scenario scenario : buildcost::all_scenarios) {
            if (already_have(preset, scenario, round)) continue;
            if (builds_until_interrupted_-- == 0)
              throw Interrupted(ExitCode::incomplete, "interrupted by SIGINT");
            ++builds_;
            take(build(preset, scenario, round));
          }
        }
      }
    };
    tools_.built_library = [this](const std::string& preset) {
      if (preset == broken_preset_) throw Failure(ExitCode::incomplete, "no library");
      return folder_ / preset;
    };
    tools_.ready_host_command = [] {
      return std::vector<std::string>{"/builds/host", "{library}"};
    };
    tools_.audit = [](const fs::path&) {
      Study study;
      add_audit(study, "any", {"engine_open"}, 7);
      return study.audits["any"];
    };
    tools_.run_host = [this](const std::vector<std::string>& words) {
      commands_.push_back(words.at(0) + " " + words.at(1));
      runtime::HostExit exit;
      for (int iteration = 1; iteration <= 3; ++iteration) {
        exit.output += json{{"query", "Q1"},
                            {"iteration", iteration},
                            {"nanoseconds", 1'000'000 + iteration},
                            {"result_hash", "aa"}}
                           .dump() +
                       "\n";
      }
      exit.output += R"({"lto":"thin"})";
      if (words.at(1).find(crashing_preset_) != std::string::npos) exit.signal = 11;
      return exit;
    };
  }
  ~StudySteps() override { fs::remove_all(folder_); }

  buildcost::CostSample build(const std::string& preset, buildcost::Scenario scenario,
                              int64_t round) const {
    buildcost::CostSample sample;
    sample.preset = preset;
    sample.scenario = scenario;
    sample.round = round;
    sample.wall_seconds = sample.user_seconds = sample.system_seconds = 1;
    sample.largest_process_bytes = sample.largest_tree_bytes = 1 << 20;
    sample.edges = sample.library_bytes = 1;
    if (preset == broken_preset_) buildcost::void_figures(sample, "does not compile");
    return sample;
  }
  Study take(const json& identity = {{"sources", "aa"}}) {
    SampleStore store(folder_ / "samples.jsonl", identity);
    return take_study(plan_, tools_, store);
  }

  fs::path folder_;
  StudyPlan plan_;
  StudyTools tools_;
  std::string broken_preset_, crashing_preset_ = "none";
  int64_t builds_ = 0;
  int64_t builds_until_interrupted_ = -1;
  std::vector<std::string> commands_;
};

TEST_F(StudySteps, BuildsAuditsAndRunsEveryPreset) {
  Study study = take();
  EXPECT_EQ(study.cost_samples.size(), 2u * 2 * 4);
  EXPECT_EQ(study.run_samples.size(), 2u * 2 * 3);
  EXPECT_EQ(study.audits.size(), 2u);
  EXPECT_TRUE(study.failures.empty());
  EXPECT_TRUE(unknown_of(study).empty());
  EXPECT_EQ(study.information["thin-lto"][0]["lto"], "thin");
  ASSERT_EQ(commands_.size(), 4u);
  EXPECT_EQ(commands_[1], "/builds/host " + (folder_ / "libraries/thin-lto/thin-lto").string());
  EXPECT_TRUE(fs::exists(folder_ / "libraries/thin-lto/thin-lto"));
}

TEST_F(StudySteps, AnInterruptedStudyGoesOnWhereItWas) {
  builds_until_interrupted_ = 5;
  EXPECT_THROW(take(), Interrupted);
  EXPECT_EQ(builds_, 5);
  builds_until_interrupted_ = -1;
  Study study = take();
  EXPECT_EQ(builds_, 16);
  EXPECT_EQ(study.cost_samples.size(), 16u);
  take();
  EXPECT_EQ(builds_, 16);
  EXPECT_EQ(commands_.size(), 4u);
}

TEST_F(StudySteps, OtherSourcesBeginAnew) {
  take();
  take({{"sources", "bb"}});
  EXPECT_EQ(builds_, 32);
  EXPECT_EQ(commands_.size(), 8u);
}

TEST_F(StudySteps, MoreRoundsAddToThoseThereAndFewerLeaveSomeOut) {
  take();
  plan_.settings.cost_rounds = 3;
  EXPECT_EQ(take().cost_samples.size(), 24u);
  EXPECT_EQ(builds_, 24);
  plan_.settings.cost_rounds = 1;
  EXPECT_EQ(take().cost_samples.size(), 8u);
  EXPECT_EQ(builds_, 24);
}

TEST_F(StudySteps, CleanBuildsBeyondTheRoundsThatHaveThemAreLeftOut) {
  take();
  plan_.settings.clean_rounds = 1;
  EXPECT_EQ(take().cost_samples.size(), 14u);
  EXPECT_EQ(build_rounds_text(plan_.settings), "2 rounds, 1 with a clean build");
  plan_.settings.clean_rounds = 0;
  EXPECT_EQ(take().cost_samples.size(), 16u);
  EXPECT_EQ(build_rounds_text(plan_.settings), "2 rounds");
  EXPECT_EQ(builds_, 16);
}

TEST_F(StudySteps, APresetThatDoesNotBuildLeavesTheOthersWhole) {
  broken_preset_ = "thin-lto";
  Study study = take();
  EXPECT_EQ(study.audits.size(), 1u);
  EXPECT_EQ(study.run_samples.size(), 2u * 3);
  ASSERT_EQ(study.failures.size(), 1u);
  EXPECT_EQ(study.failures[0].step, "build");
  std::vector<runtime::Unknown> unknown = unknown_of(study);
  ASSERT_EQ(unknown.size(), 2u);
  EXPECT_EQ(unknown[1].metric, "cost.thin-lto");
  EXPECT_EQ(exit_code_of(choose(study, {})), ExitCode::incomplete);
}

TEST_F(StudySteps, ABuildThatFailedIsTriedAgainAndItsLastResultCounts) {
  broken_preset_ = "thin-lto";
  take();
  broken_preset_ = "";
  Study study = take();
  EXPECT_EQ(builds_, 16 + 8);
  EXPECT_EQ(study.cost_samples.size(), 16u);
  EXPECT_TRUE(unknown_of(study).empty());
}

TEST_F(StudySteps, ACrashingHostIsToldAndTheOtherPresetsRunOn) {
  crashing_preset_ = "thin-lto";
  Study study = take();
  ASSERT_EQ(study.failures.size(), 1u);
  EXPECT_EQ(study.failures[0].preset, "thin-lto");
  EXPECT_EQ(study.failures[0].reason, "variant thin-lto, round 1: the host was killed by SIGSEGV");
  EXPECT_EQ(study.run_samples.size(), 2u * 3);
}

TEST_F(StudySteps, AHostThatDoesNotBuildFailsTheRunsAndNothingElse) {
  tools_.ready_host_command = []() -> std::vector<std::string> {
    throw Failure(ExitCode::incomplete, "building engine_host failed");
  };
  Study study = take();
  EXPECT_EQ(study.failures.size(), 2u);
  EXPECT_EQ(study.audits.size(), 2u);
  EXPECT_EQ(choose(study, {}).daily.preset, "no-lto");
  EXPECT_EQ(choose(study, {}).release.preset, "");
}

}  // namespace
}  // namespace ltoscope::decide

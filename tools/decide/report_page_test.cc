#include "decide/report_page.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "decide/decision_table.h"
#include "decide/library_table.h"
#include "decide/sample_studies.h"

namespace ltoscope::decide {
namespace {

using nlohmann::json;

Study whole_study() {
  Study study = study_of_two(130);
  add_runs(study, "no-lto", "Q1", 100);
  add_runs(study, "thin-lto", "Q1", 90);
  return study;
}

std::vector<std::string> row_of(const report::Table& table, const std::string& label) {
  for (const std::vector<std::string>& row : table.rows) {
    if (row.front() == label) return row;
  }
  return {};
}

using Row = std::vector<std::string>;

TEST(ReportPage, IsTheSameBytesFromTheSameResults) {
  Study study = whole_study();
  Study read_back =
      study_from_json(json::parse(page_as_json(study, choose(study, {})).dump()), "study.json");
  EXPECT_EQ(page_as_markdown(study, choose(study, {})),
            page_as_markdown(read_back, choose(read_back, {})));
  EXPECT_EQ(page_as_text(study, choose(study, {})), page_as_text(read_back, choose(read_back, {})));
  EXPECT_EQ(page_as_json(study, choose(study, {})), page_as_json(read_back, choose(read_back, {})));
}

TEST(ReportPage, OpensWithTheDecisionAndHoldsEveryTable) {
  Study study = whole_study();
  std::string page = page_as_markdown(study, choose(study, {}));
  std::size_t at = 0;
  for (const char* part :
       {"# Which preset", "## Decision", "**Daily work: no-lto**", "**Release: thin-lto**",
        "## Build cost", "## Size, exports, relocations, call sites", "## Runtime per query",
        "## How it was measured", "Commit: unknown", "## Unknown", "Nothing: every figure"}) {
    at = page.find(part, at);
    ASSERT_NE(at, std::string::npos) << part << "\n" << page;
  }
}

TEST(ReportPage, ACompleteStudyEndsWellAndAnIncompleteOneSaysWhatIsUnknown) {
  Study study = whole_study();
  EXPECT_EQ(exit_code_of(study, choose(study, {})), ExitCode::fine);
  EXPECT_EQ(page_as_json(study, choose(study, {}))["complete"], true);
  study.audits["thin-lto"]["unknown"] = {{{"metric", "calls.malloc"}, {"reason", "not x86"}}};
  EXPECT_EQ(exit_code_of(study, choose(study, {})), ExitCode::incomplete);
  json page = page_as_json(study, choose(study, {}));
  EXPECT_EQ(page["complete"], false);
  EXPECT_EQ(page["unknown"][0]["metric"], "audit.thin-lto.calls.malloc");
}

TEST(ReportPage, ExportsThatDifferAreAnOffence) {
  Study study = whole_study();
  add_audit(study, "thin-lto", {"engine_open", "_Znwm"}, 124);
  EXPECT_EQ(exit_code_of(study, choose(study, {})), ExitCode::broken_rule);
  EXPECT_EQ(page_as_json(study, choose(study, {}))["exports"]["differences"][0]["added"][0],
            "_Znwm");
}

TEST(LibraryTable, KeepsCallsAndTailJumpsApartAndUnknownIsNotZero) {
  Study study = whole_study();
  study.audits["thin-lto"]["size"]["text"] = nullptr;
  report::Table table = library_table(study);
  EXPECT_EQ(row_of(table, "malloc: calls"), (Row{"malloc: calls", "4", "124 (31x)"}));
  EXPECT_EQ(row_of(table, "malloc: tail jumps"), (Row{"malloc: tail jumps", "1", "1"}));
  EXPECT_EQ(row_of(table, "relocations TLSDESC"), (Row{"relocations TLSDESC", "0", "0"}));
  EXPECT_EQ(row_of(table, ".text")[2], "unknown");
  study.audits.erase("thin-lto");
  EXPECT_EQ(row_of(library_table(study), "malloc: calls"), (Row{"malloc: calls", "4", "unknown"}));
}

TEST(DecisionTable, HoldsCostLibraryAndRuntimeOfEachPreset) {
  report::Table table = decision_table(whole_study());
  EXPECT_EQ(row_of(table, "rebuild after an edit, CPU"),
            (Row{"rebuild after an edit, CPU", "10.0 s", "130 s (13.00x)"}));
  EXPECT_EQ(row_of(table, "malloc calls"), (Row{"malloc calls", "4", "124 (31x)"}));
  EXPECT_EQ(row_of(table, "change against no-lto"), (Row{"change against no-lto", "-", "-10.0 %"}));
  EXPECT_EQ(row_of(table, "verdict"), (Row{"verdict", "-", "differs"}));
}

TEST(DecisionTable, APresetWithoutFiguresIsUnknownThroughout) {
  Study study = whole_study();
  study.presets.push_back("full-lto");
  for (const std::vector<std::string>& row : decision_table(study).rows)
    EXPECT_EQ(row.at(3), "unknown") << row[0];
}

class StudyFolder : public testing::Test {
 protected:
  StudyFolder() {
    std::string pattern = testing::TempDir() + "folder-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~StudyFolder() override { std::filesystem::remove_all(folder_); }
  void write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  std::string failure(ExitCode code) const {
    try {
      load_study(folder_);
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.code(), code);
      return failure.what();
    }
    return "no failure";
  }

  std::filesystem::path folder_;
};

TEST_F(StudyFolder, IsLoadedByFolderOrByFile) {
  write("study.json", to_json(whole_study()).dump());
  EXPECT_EQ(load_study(folder_).presets.size(), 2u);
  EXPECT_EQ(load_study(folder_ / "study.json").run_samples.size(), 18u);
}

TEST_F(StudyFolder, AnUnfinishedStudyIsIncompleteAndAnEmptyFolderIsBadInput) {
  EXPECT_NE(failure(ExitCode::bad_input).find("no such file"), std::string::npos);
  write("samples.jsonl", "");
  EXPECT_NE(failure(ExitCode::incomplete).find("was not finished"), std::string::npos);
}

TEST_F(StudyFolder, WhatIsNoStudyIsBadInputAndNamesTheFile) {
  for (const char* text : {"", "{", "[]", "{}", R"({"schema_version":2})"}) {
    write("study.json", text);
    EXPECT_NE(failure(ExitCode::bad_input).find("study.json: "), std::string::npos) << text;
  }
  json half = to_json(whole_study());
  half["samples"][0].erase("user_seconds");
  write("study.json", half.dump());
  EXPECT_NE(failure(ExitCode::bad_input).find("user_seconds"), std::string::npos);
}

}  // namespace
}  // namespace ltoscope::decide

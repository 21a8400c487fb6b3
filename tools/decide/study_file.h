// Everything one study found, as it is kept in study.json: raw samples and audits, no conclusions.
// Tables and the choice are computed from it alone, so that they can be computed again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/comparison.h"
#include "runtime/run_sample.h"

namespace ltoscope::decide {

// A step that did not work out for one preset; the other presets went on.
struct StepFailure {
  std::string preset;
  std::string step;  // "build", "audit" or "run"
  std::string reason;
};

struct Settings {
  int64_t cost_rounds = 0;
  int64_t run_rounds = 0;
  int64_t warmup = 0;                     // iterations dropped at the start of each host process
  std::vector<std::string> host_command;  // as written, with its placeholders
  int64_t clean_rounds = 0;               // of cost_rounds, those with a clean build; 0: all
};

// "3 rounds", "3 rounds, 1 with a clean build".
std::string build_rounds_text(const Settings& settings);

struct Study {
  std::string tool;        // "ltoscope 0.1.0", which took the samples
  nlohmann::json machine;  // objects of names and values, null where unknown
  nlohmann::json project;
  std::vector<std::string> presets;  // the first is the baseline
  Settings settings;
  std::map<std::string, nlohmann::json> audits;  // by preset, of those that were built
  std::vector<nlohmann::json> cost_samples;
  std::vector<runtime::RunSample> run_samples;
  std::map<std::string, nlohmann::json>
      information;  // by preset: what its host told besides samples
  std::vector<StepFailure> failures;
};

// Without conclusions; the verb adds them. Throws Failure(bad_input) naming `file` and what is
// wrong.
nlohmann::json to_json(const Study& study);
Study study_from_json(const nlohmann::json& text, const std::string& file);

// Reads FOLDER/study.json, or the file itself. Throws Failure(bad_input) when there is none or it
// is malformed, and Failure(incomplete) when the folder holds a study that was not finished.
Study load_study(const std::filesystem::path& folder_or_file);

// What the study could not find out: failed steps, scenarios that failed their proof, figures that
// no round measured, what audits and the comparison lack. Empty: complete.
std::vector<runtime::Unknown> unknown_of(const Study& study);

// The run samples of a study, compared.
runtime::Comparison comparison_of(const Study& study);

}  // namespace ltoscope::decide

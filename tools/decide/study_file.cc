// study.json: writing, strict reading, and what is missing in it.
#include "decide/study_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "command/failure.h"

namespace ltoscope::decide {
namespace {

using nlohmann::json;

constexpr int schema_version = 1;

json read_json_file(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) {
    throw Failure(ExitCode::bad_input, fmt::format("{}: cannot be read", file.string()));
  }
  json parsed = json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object()) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: is not JSON, expected a study.json", file.string()));
  }
  return parsed;
}

// Throws json::exception, which names the key, when the sample lacks what tables and choice are
// made of.
void check_cost_sample(const json& sample) {
  sample.at("preset").get<std::string>();
  sample.at("scenario").get<std::string>();
  sample.at("round").get<int64_t>();
  for (const char* figure :
       {"wall_seconds", "user_seconds", "system_seconds", "largest_process_bytes",
        "largest_tree_bytes", "edges", "library_bytes"}) {
    if (!sample.at(figure).is_null()) sample.at(figure).get<double>();
  }
}

// The same of an audit.
void check_audit(const json& audit) {
  const json& names = audit.at("exports").at("names");
  if (!names.is_null()) names.get<std::vector<std::string>>();
}

// One entry for each preset and reason, which names the rounds and scenarios.
void note_failed_scenarios(const Study& study, std::vector<runtime::Unknown>& unknown) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>>
      failed;  // by preset and reason
  for (const json& sample : study.cost_samples) {
    if (!sample.at("user_seconds").is_null()) continue;
    json entries = sample.value("unknown", json::array());
    std::string reason =
        entries.empty() ? "not measured" : entries.front().value("reason", "not measured");
    failed[{sample.value("preset", ""), reason}].push_back(
        fmt::format("{} {}", sample.value("scenario", ""), sample.value("round", 0)));
  }
  for (const auto& [preset_and_reason, rounds] : failed) {
    const auto& [preset, reason] = preset_and_reason;
    unknown.push_back(
        {"cost." + preset, fmt::format("{} (rounds: {})", reason, fmt::join(rounds, ", "))});
  }
}

// Figures of a scenario that no round measured, though the scenario itself was.
void note_unmeasured_figures(const Study& study, std::vector<runtime::Unknown>& unknown) {
  using Figure = std::tuple<std::string, std::string, std::string>;  // preset, scenario, metric
  std::map<Figure, std::string> missing;
  std::set<Figure> measured;
  for (const json& sample : study.cost_samples) {
    if (sample.at("user_seconds").is_null()) continue;
    for (const auto& [metric, value] : sample.items()) {
      Figure figure{sample.value("preset", ""), sample.value("scenario", ""), metric};
      if (!value.is_null()) measured.insert(figure);
    }
    for (const json& entry : sample.value("unknown", json::array())) {
      missing.emplace(Figure{sample.value("preset", ""), sample.value("scenario", ""),
                             entry.value("metric", "")},
                      entry.value("reason", ""));
    }
  }
  for (const auto& [figure, reason] : missing) {
    if (measured.contains(figure)) continue;
    const auto& [preset, scenario, metric] = figure;
    unknown.push_back({fmt::format("cost.{}.{}.{}", preset, scenario, metric), reason});
  }
}

}  // namespace

std::string build_rounds_text(const Settings& settings) {
  std::string text = fmt::format("{} rounds", settings.cost_rounds);
  if (settings.clean_rounds == 0) return text;
  return text + fmt::format(", {} with a clean build", settings.clean_rounds);
}

json to_json(const Study& study) {
  json failures = json::array();
  for (const StepFailure& failure : study.failures) {
    failures.push_back(
        {{"preset", failure.preset}, {"step", failure.step}, {"reason", failure.reason}});
  }
  json samples = study.cost_samples;
  if (samples.is_null()) samples = json::array();
  for (const runtime::RunSample& sample : study.run_samples)
    samples.push_back(runtime::to_json(sample));
  return {{"schema_version", schema_version},
          {"tool", study.tool},
          {"machine", study.machine},
          {"project", study.project},
          {"presets", study.presets},
          {"settings",
           {{"cost_rounds", study.settings.cost_rounds},
            {"clean_rounds", study.settings.clean_rounds},
            {"run_rounds", study.settings.run_rounds},
            {"warmup", study.settings.warmup},
            {"host_command", study.settings.host_command}}},
          {"audits", study.audits},
          {"samples", samples},
          {"information", study.information},
          {"failures", failures}};
}

Study study_from_json(const json& text, const std::string& file) {
  try {
    if (text.at("schema_version") != schema_version) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}: schema_version is {}, expected {}", file,
                                text["schema_version"].dump(), schema_version));
    }
    Study study;
    text.at("tool").get_to(study.tool);
    study.machine = text.at("machine");
    study.project = text.at("project");
    text.at("presets").get_to(study.presets);
    if (study.presets.empty()) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}: \"presets\" is empty, expected the baseline first", file));
    }
    const json& settings = text.at("settings");
    settings.at("cost_rounds").get_to(study.settings.cost_rounds);
    study.settings.clean_rounds = settings.value("clean_rounds", int64_t{0});
    settings.at("run_rounds").get_to(study.settings.run_rounds);
    settings.at("warmup").get_to(study.settings.warmup);
    settings.at("host_command").get_to(study.settings.host_command);
    text.at("audits").get_to(study.audits);
    for (const json& sample : text.at("samples")) {
      if (sample.at("kind") == "run")
        study.run_samples.push_back(runtime::run_sample_from_json(sample));
      else
        study.cost_samples.push_back(sample);
    }
    for (const json& sample : study.cost_samples) check_cost_sample(sample);
    for (const auto& [preset, audit] : study.audits) check_audit(audit);
    text.at("information").get_to(study.information);
    for (const json& failure : text.at("failures")) {
      study.failures.push_back({failure.at("preset"), failure.at("step"), failure.at("reason")});
    }
    return study;
  } catch (const json::exception& problem) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: is not a study.json: {}", file, problem.what()));
  }
}

Study load_study(const std::filesystem::path& folder_or_file) {
  std::filesystem::path file = folder_or_file;
  std::error_code ignored;
  if (std::filesystem::is_directory(folder_or_file, ignored)) file = folder_or_file / "study.json";
  if (!std::filesystem::exists(file, ignored)) {
    if (std::filesystem::exists(file.parent_path() / "samples.jsonl", ignored)) {
      throw Failure(ExitCode::incomplete,
                    fmt::format("{}: the study in this folder was not finished; run `ltoscope "
                                "study` again to resume it",
                                file.string()));
    }
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: no such file, expected a study.json", file.string()));
  }
  return study_from_json(read_json_file(file), file.string());
}

std::vector<runtime::Unknown> unknown_of(const Study& study) {
  std::vector<runtime::Unknown> unknown;
  for (const StepFailure& failure : study.failures) {
    unknown.push_back({failure.step + "." + failure.preset, failure.reason});
  }
  note_failed_scenarios(study, unknown);
  note_unmeasured_figures(study, unknown);
  for (const auto& [preset, audit] : study.audits) {
    for (const json& entry : audit.value("unknown", json::array())) {
      unknown.push_back({fmt::format("audit.{}.{}", preset, entry.value("metric", "")),
                         entry.value("reason", "")});
    }
  }
  for (const runtime::Unknown& entry : comparison_of(study).unknown) {
    // A step that failed has told why there are no samples.
    bool told =
        std::any_of(study.failures.begin(), study.failures.end(), [&](const StepFailure& failure) {
          return entry.metric.starts_with("runtime." + failure.preset + ".");
        });
    if (!told) unknown.push_back(entry);
  }
  return unknown;
}

runtime::Comparison comparison_of(const Study& study) {
  return runtime::compare(study.presets, study.run_samples, study.settings.warmup);
}

}  // namespace ltoscope::decide

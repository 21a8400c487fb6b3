// Options of `study`, the real tools behind its steps, and its three results: study.json,
// report.md, the decision.
#include "decide/study_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/audit.h"
#include "buildcost/cost.h"
#include "buildcost/machine.h"
#include "buildcost/project_file.h"
#include "command/interruption.h"
#include "command/output.h"
#include "command/output_options.h"
#include "command/version.h"
#include "decide/choice.h"
#include "decide/choice_text.h"
#include "decide/decision_table.h"
#include "decide/report_page.h"
#include "decide/sample_store.h"
#include "decide/study_identity.h"
#include "decide/study_steps.h"
#include "report/table.h"
#include "runtime/command_words.h"
#include "runtime/host_process.h"

namespace ltoscope::decide {
namespace {

namespace fs = std::filesystem;

constexpr int64_t full_cost_rounds = 7, full_run_rounds = 10;
constexpr int64_t quick_cost_rounds = 2, quick_run_rounds = 3;
// What a clean build costs hardly varies, and it is most of a study.
constexpr int64_t quick_clean_rounds = 1;

struct StudyOptions : OutputOptions {
  std::string project = ".";
  std::string work;
  std::vector<std::string> presets;
  bool quick = false;
  int64_t rounds = 0;  // 0: by quick
  int64_t warmup = 1;
  int64_t jobs = 0;  // 0: the cores available
  double timeout_seconds = 600;
  bool allow_cache = false;
};

// Everything an invocation means, resolved.
struct Assignment {
  buildcost::ProjectFile file;
  fs::path work;
  buildcost::CostPlan cost;
  StudyPlan plan;
};

bool is_below(const fs::path& path, const fs::path& folder) {
  auto [in_folder, in_path] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return in_folder == folder.end();
}

Assignment assignment_of(const StudyOptions& options) {
  if (!fs::is_directory(options.project)) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: no such folder, expected a project", options.project));
  }
  std::optional<buildcost::ProjectFile> file = buildcost::read_project_file(options.project);
  if (!file) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: no {} there, expected one that names target, library and "
                              "presets",
                              options.project, buildcost::project_file_name));
  }
  fs::path project = fs::canonical(options.project);
  Assignment assignment;
  assignment.file = *file;
  assignment.work =
      options.work.empty() ? project / "build" / "study" : fs::weakly_canonical(options.work);
  if (is_below(assignment.work, project) && !is_below(assignment.work, project / "build")) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("--work is {}, among the sources; expected a folder in {} or "
                              "outside the project",
                              assignment.work.string(), (project / "build").string()));
  }
  assignment.cost = buildcost::plan_of(project, *file);
  assignment.cost.work = assignment.work / "builds";
  assignment.cost.rounds = options.rounds != 0 ? options.rounds
                           : options.quick     ? quick_cost_rounds
                                               : full_cost_rounds;
  if (options.quick && options.rounds == 0) assignment.cost.clean_rounds = quick_clean_rounds;
  assignment.cost.allow_cache = options.allow_cache;
  if (!options.presets.empty()) assignment.cost.presets = options.presets;
  if (options.jobs != 0) assignment.cost.jobs = options.jobs;
  buildcost::check_plan(assignment.cost);

  assignment.plan.presets = assignment.cost.presets;
  assignment.plan.libraries = assignment.work / "libraries";
  assignment.plan.settings.cost_rounds = assignment.cost.rounds;
  assignment.plan.settings.clean_rounds = assignment.cost.clean_rounds;
  assignment.plan.settings.run_rounds = options.rounds != 0 ? options.rounds
                                        : options.quick     ? quick_run_rounds
                                                            : full_run_rounds;
  assignment.plan.settings.warmup = options.warmup;
  assignment.plan.settings.host_command = file->run_command;
  if (!file->run_command.empty()) runtime::require_library_placeholder(file->run_command);
  return assignment;
}

StudyTools tools_of(const Assignment& assignment, double host_timeout_seconds) {
  const buildcost::CostPlan& cost = assignment.cost;
  StudyTools tools;
  tools.measure_cost = [&cost](const buildcost::AlreadyHave& already_have,
                               const std::function<void(const buildcost::CostSample&)>& take) {
    buildcost::measure_cost(cost, already_have, take);
  };
  tools.built_library = [&cost](const std::string& preset) {
    return buildcost::built_library(cost, preset);
  };
  tools.ready_host_command = [&assignment, &cost] {
    const std::string& baseline = cost.presets.front();
    if (!assignment.file.run_build.empty())
      buildcost::build_targets(cost, baseline, assignment.file.run_build);
    return runtime::fill_placeholders(
        assignment.file.run_command, {{"build", buildcost::build_folder(cost, baseline).string()}});
  };
  tools.audit = [&assignment](const fs::path& library) {
    audit::AuditOptions options;
    if (!assignment.file.exports.empty()) options.export_patterns = assignment.file.exports;
    return nlohmann::json(audit::to_json(audit::audit_file(library, options)));
  };
  tools.run_host = [&cost, host_timeout_seconds](const std::vector<std::string>& words) {
    return runtime::run_host_process(words, cost.project, host_timeout_seconds);
  };
  return tools;
}

void make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: cannot be made: {}", folder.string(), problem.message()));
  }
}

// An earlier study's results must not be taken for this one's should it not end.
void remove_earlier_results(const fs::path& work) {
  std::error_code ignored;
  for (const char* name : {"study.json", "report.md"}) fs::remove(work / name, ignored);
}

Study measure(const StudyOptions& options, const Assignment& assignment) {
  InterruptionWatch watch;
  make_folder(assignment.work);
  nlohmann::json machine = buildcost::machine_facts();  // before the builds: its load is not theirs
  nlohmann::json project = project_facts(assignment.cost, assignment.work);
  nlohmann::json toolchain = toolchain_of(assignment.cost, assignment.work / "toolchain");
  SampleStore store(assignment.work / "samples.jsonl",
                    identity_of(assignment.cost, assignment.plan.settings,
                                assignment.file.run_build, project, machine, toolchain));
  for (const std::string& note : store.notes()) say_progress(note);
  if (!store.samples().empty())
    say_progress(fmt::format("resuming with {} samples", store.samples().size()));
  remove_earlier_results(assignment.work);
  try {
    Study study = take_study(assignment.plan, tools_of(assignment, options.timeout_seconds), store);
    study.tool = tool_name;
    study.machine = machine;
    study.machine["toolchain"] = toolchain;
    study.project = project;
    return study;
  } catch (const Interrupted& interrupted) {
    throw Failure(ExitCode::incomplete,
                  fmt::format("{}; {} samples are kept: the same command again resumes the study",
                              interrupted.what(), store.samples().size()));
  } catch (const nlohmann::json::exception& problem) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: holds a malformed sample ({}); move the file away to start anew",
                              (assignment.work / "samples.jsonl").string(), problem.what()));
  }
}

std::string decision(const Study& study, const Choice& choice, const std::string& format) {
  if (format == "json") return page_as_json(study, choice).dump(2) + "\n";
  if (format == "md")
    return report::as_markdown(decision_table(study)) + "\n" + as_markdown(choice);
  return report::as_text(decision_table(study)) + "\n" + as_text(choice);
}

void run(const StudyOptions& options, ExitCode& exit_code) {
  Assignment assignment = assignment_of(options);
  Study study = measure(options, assignment);
  Choice choice = choose(study, {});
  write_file_whole(assignment.work / "report.md", page_as_markdown(study, choice));
  write_file_whole(assignment.work / "study.json", page_as_json(study, choice).dump(2) + "\n");
  say_progress(
      fmt::format("wrote {} and report.md beside it", (assignment.work / "study.json").string()));
  write_result(options.output, decision(study, choice, options.format));
  exit_code = exit_code_of(study, choice);
}

}  // namespace

void add_study_command(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<StudyOptions>();
  CLI::App* verb = app.add_subcommand("study",
                                      "Build a project under each of its presets, audit and run "
                                      "what comes out, and decide; an interrupted "
                                      "study is resumed by the same command");
  verb->add_option("--project", options->project, "Folder with CMakePresets.json and ltoscope.toml")
      ->capture_default_str()
      ->type_name("DIR");
  verb->add_option("--work", options->work,
                   "Folder for the copy, the builds, the samples, study.json and report.md. "
                   "Default: DIR/build/study")
      ->type_name("FOLDER");
  verb->add_option(
          "--preset", options->presets,
          "Preset to study; repeat it, the baseline first. Default: those of ltoscope.toml")
      ->type_name("NAME");
  verb->add_flag(
      "--quick", options->quick,
      fmt::format("{} rounds of builds, {} with a clean one, and {} of runs, instead of {} "
                  "and {}",
                  quick_cost_rounds, quick_clean_rounds, quick_run_rounds, full_cost_rounds,
                  full_run_rounds));
  verb->add_option("--rounds", options->rounds,
                   "Rounds of builds and of runs, whatever --quick says")
      ->check(CLI::PositiveNumber);
  verb->add_option("--warmup", options->warmup,
                   "Iterations to drop at the start of each host process")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb->add_option("--jobs", options->jobs,
                   "Build commands to run at once. Default: the cores that may be used")
      ->check(CLI::PositiveNumber);
  verb->add_option("--timeout", options->timeout_seconds,
                   "Seconds after which a host process is killed")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb->add_flag("--allow-cache", options->allow_cache,
                 "Measure although a compiler cache is in use, and say so");
  add_output_options(*verb, *options, "Of the decision: text, json (the whole study) or md");
  verb->callback([options, &exit_code] { run(*options, exit_code); });
}

}  // namespace ltoscope::decide

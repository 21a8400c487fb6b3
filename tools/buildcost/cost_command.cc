// Options over the project's file, measuring, and the three forms of the result.
#include "buildcost/cost_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "buildcost/cost.h"
#include "buildcost/machine.h"
#include "buildcost/project_file.h"
#include "command/output.h"
#include "command/output_options.h"
#include "command/version.h"
#include "report/cost_table.h"
#include "report/table.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct CostOptions : OutputOptions {
  std::string project = ".";
  std::vector<std::string> presets;
  std::string target;
  std::string library;
  std::string touch;
  std::string edit;
  std::string work;
  int64_t rounds = 0;  // 0: as the plan has it
  int64_t jobs = 0;
  bool allow_cache = false;
};

CostPlan plan_from(const CostOptions& options) {
  CostPlan plan =
      plan_of(options.project, read_project_file(options.project).value_or(ProjectFile{}));
  if (!options.presets.empty()) plan.presets = options.presets;
  if (!options.target.empty()) plan.target = options.target;
  if (!options.library.empty()) plan.library = options.library;
  if (!options.touch.empty()) plan.touch = options.touch;
  if (!options.edit.empty()) {
    std::size_t colon = options.edit.find(':');  // the function may hold more of them
    if (colon == std::string::npos) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("--edit: found \"{}\", expected FILE:FUNCTION", options.edit));
    }
    plan.edit_file = options.edit.substr(0, colon);
    plan.edit_function = options.edit.substr(colon + 1);
  }
  if (!options.work.empty()) plan.work = options.work;
  if (options.rounds != 0) plan.rounds = options.rounds;
  if (options.jobs != 0) plan.jobs = options.jobs;
  plan.allow_cache = options.allow_cache;
  return plan;
}

// Whether some round measured the figure.
bool is_known(const std::vector<Json>& samples, const Json& of, const std::string& metric) {
  return std::any_of(samples.begin(), samples.end(), [&](const Json& sample) {
    return sample["preset"] == of["preset"] && sample["scenario"] == of["scenario"] &&
           sample.contains(metric) && !sample[metric].is_null();
  });
}

// Scenarios that failed their proof, in any round, and figures that no round has.
Json unknown_in(const std::vector<Json>& samples) {
  Json unknown = Json::array();
  for (const Json& sample : samples) {
    for (const Json& entry : sample["unknown"]) {
      std::string metric = entry["metric"];
      if (metric != "all" && is_known(samples, sample, metric)) continue;
      unknown.push_back({{"metric", fmt::format("{}.{}.{}.{}", sample["preset"].get<std::string>(),
                                                sample["scenario"].get<std::string>(),
                                                sample["round"].get<int64_t>(), metric)},
                         {"reason", entry["reason"]}});
    }
  }
  return unknown;
}

void say(const CostPlan& plan, const CostSample& sample) {
  say_progress(
      fmt::format("cost: round {} of {}, {}", sample.round, plan.rounds, in_short(sample)));
}

// The tools of each preset that could be configured.
Json toolchains_of(const CostPlan& plan) {
  Json toolchains = Json::object();
  for (const std::string& preset : plan.presets) {
    fs::path folder = build_folder(plan, preset);
    toolchains[preset] =
        fs::exists(folder / "CMakeCache.txt") ? toolchain_facts(folder) : Json(nullptr);
  }
  return toolchains;
}

Json project_of(const CostPlan& plan) {
  return {{"folder", fs::canonical(plan.project).string()},
          {"target", plan.target},
          {"library", plan.library.string()},
          {"touch", plan.touch},
          {"edit_file", plan.edit_file},
          {"edit_function", plan.edit_function}};
}

void run(const CostOptions& options, ExitCode& exit_code) {
  CostPlan plan = plan_from(options);
  check_plan(plan);
  Json machine = machine_facts();  // before the builds: its load is not theirs

  std::vector<Json> samples;
  measure_cost(
      plan, [](const std::string&, Scenario, int64_t) { return false; },
      [&](const CostSample& sample) {
        samples.push_back(to_json(sample));
        say(plan, sample);
      });

  Json unknown = unknown_in(samples);
  if (options.format == "json") {
    Json result = {{"schema_version", 1},         {"tool", tool_name},
                   {"complete", unknown.empty()}, {"unknown", unknown},
                   {"machine", machine},          {"toolchains", toolchains_of(plan)},
                   {"project", project_of(plan)}, {"presets", plan.presets},
                   {"samples", samples}};
    write_result(options.output, result.dump(2) + "\n");
  } else {
    report::Table table = report::cost_table(samples, plan.presets);
    write_result(options.output,
                 options.format == "md" ? report::as_markdown(table) : report::as_text(table));
  }
  if (unknown.empty()) return;
  fmt::print(stderr, "ltoscope: incomplete: {} unknown, first {}: {}\n", unknown.size(),
             unknown[0]["metric"].get<std::string>(), unknown[0]["reason"].get<std::string>());
  exit_code = ExitCode::incomplete;
}

}  // namespace

void add_cost_command(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<CostOptions>();
  CLI::App* verb = app.add_subcommand("cost",
                                      "Measure what building costs under each preset: clean, "
                                      "nothing to do, after a touch, after an edit; "
                                      "in a copy of the project");
  verb->add_option("--project", options->project,
                   "Folder with CMakePresets.json; its ltoscope.toml gives the defaults")
      ->capture_default_str()
      ->type_name("DIR");
  verb->add_option("--preset", options->presets,
                   "Configure preset to measure; repeat it, the baseline first")
      ->type_name("NAME");
  verb->add_option("--target", options->target, "Target to build")->type_name("NAME");
  verb->add_option("--library", options->library,
                   "What the target makes, relative to the build folder")
      ->type_name("PATH");
  verb->add_option("--rounds", options->rounds,
                   "Measurements of each preset and scenario; the presets take turns. "
                   "Default: 3")
      ->check(CLI::PositiveNumber);
  verb->add_option("--touch", options->touch, "Source to touch, relative to the project")
      ->type_name("FILE");
  verb->add_option("--edit", options->edit,
                   "Source and the function of it whose body gets one instruction more")
      ->type_name("FILE:FUNCTION");
  verb->add_option(
          "--work", options->work,
          "Folder for the copy, the builds and their output; it is kept. Default: DIR/build/cost")
      ->type_name("FOLDER");
  verb->add_option("--jobs", options->jobs,
                   "Commands to run at once. Default: the cores that may be used")
      ->check(CLI::PositiveNumber);
  verb->add_flag("--allow-cache", options->allow_cache,
                 "Measure although a compiler cache is in use, and say so");
  add_output_options(*verb, *options, "text, json (with all samples) or md");
  verb->callback([options, &exit_code] { run(*options, exit_code); });
}

}  // namespace ltoscope::buildcost

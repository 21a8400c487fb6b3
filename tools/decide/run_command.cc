// Options of `run`, the host command they mean, and the comparison printed.
#include "decide/run_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "buildcost/machine.h"
#include "buildcost/project_file.h"
#include "command/interruption.h"
#include "command/output.h"
#include "command/output_options.h"
#include "command/version.h"
#include "report/table.h"
#include "runtime/command_words.h"
#include "runtime/comparison.h"
#include "runtime/host_process.h"
#include "runtime/rounds.h"
#include "runtime/runtime_table.h"

namespace ltoscope::decide {
namespace {

namespace fs = std::filesystem;

struct RunOptions : OutputOptions {
  std::vector<std::string> variants;
  std::string command;
  std::string project;
  std::string build;
  int64_t rounds = 5;
  int64_t warmup = 1;
  double timeout_seconds = 600;
};

std::vector<runtime::Variant> variants_of(const RunOptions& options) {
  std::vector<runtime::Variant> variants;
  std::set<std::string> names;
  for (const std::string& text : options.variants) {
    std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("--variant is \"{}\", expected NAME=LIB", text));
    }
    std::string name = text.substr(0, equals);
    fs::path library = text.substr(equals + 1);
    if (!names.insert(name).second) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("--variant {} is given twice, expected each name once", name));
    }
    std::error_code problem;
    if (!fs::exists(library, problem)) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("variant {}: {}: no such file", name, library.string()));
    }
    if (!fs::is_regular_file(library, problem)) {
      throw Failure(
          ExitCode::bad_input,
          fmt::format("variant {}: {} is not a file, expected a library", name, library.string()));
    }
    variants.push_back({name, fs::absolute(library)});
  }
  return variants;
}

struct HostCommand {
  std::vector<std::string> words;
  fs::path folder;
};

HostCommand command_of_project(const RunOptions& options) {
  std::optional<buildcost::ProjectFile> project = buildcost::read_project_file(options.project);
  if (!project || project->run_command.empty()) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: no run command there, expected [run] with command in {}",
                              options.project, buildcost::project_file_name));
  }
  fs::path folder = fs::absolute(options.project);
  fs::path build = options.build;
  if (build.empty() && !project->presets.empty())
    build = folder / "build" / project->presets.front();
  return {
      runtime::fill_placeholders(project->run_command, {{"build", fs::absolute(build).string()}}),
      folder};
}

// The host of this repository's own specimen, as its build leaves it.
HostCommand command_beside_this_program() {
  fs::path host = fs::read_symlink("/proc/self/exe").parent_path() / "engine_host";
  if (!fs::exists(host)) {
    throw Failure(
        ExitCode::bad_input,
        fmt::format("no host to run: {} is not there; give --command or --project", host.string()));
  }
  return {
      {host.string(), "{library}", "--scale-factor", "1", "--queries", "1,6", "--iterations", "3"},
      fs::current_path()};
}

HostCommand command_of(const RunOptions& options) {
  HostCommand command;
  if (!options.command.empty()) {
    command = {runtime::split_words(options.command), fs::current_path()};
  } else {
    command = options.project.empty() ? command_beside_this_program() : command_of_project(options);
  }
  runtime::require_library_placeholder(command.words);
  return command;
}

struct Measured {
  std::vector<runtime::RunSample> samples;
  nlohmann::json information =
      nlohmann::json::object();  // by variant: what its first process told of itself
};

Measured measure(const RunOptions& options, const runtime::RunPlan& plan,
                 const HostCommand& command) {
  std::vector<std::string> names;
  for (const runtime::Variant& variant : plan.variants) names.push_back(variant.name);
  InterruptionWatch watch;
  Measured measured;
  runtime::RunHost run_host = [&](const std::vector<std::string>& words) {
    return runtime::run_host_process(words, command.folder, options.timeout_seconds);
  };
  runtime::Observers observers;
  observers.take = [&](const runtime::ProcessResult& result) {
    measured.samples.insert(measured.samples.end(), result.samples.begin(), result.samples.end());
    if (!measured.information.contains(result.variant))
      measured.information[result.variant] = result.information;
    // Times of wrong answers are worth nothing, so nothing more is timed.
    std::vector<runtime::Disagreement> disagreements =
        runtime::find_disagreements(names, measured.samples);
    if (!disagreements.empty())
      throw Failure(ExitCode::broken_rule, runtime::words_of(disagreements.front()));
    say_progress(fmt::format("round {} of {}: {} done", result.round, plan.rounds, result.variant));
  };
  observers.fail = [](const runtime::Variant&, const Failure& failure) { throw failure; };
  runtime::run_rounds(plan, {}, run_host, observers);
  return measured;
}

nlohmann::json result_json(const RunOptions& options, const runtime::RunPlan& plan,
                           const Measured& measured, const runtime::Comparison& comparison) {
  nlohmann::json variants = nlohmann::json::array();
  for (const runtime::Variant& variant : plan.variants) {
    variants.push_back({{"name", variant.name},
                        {"library", variant.library.string()},
                        {"information", measured.information[variant.name]}});
  }
  nlohmann::json samples = nlohmann::json::array();
  for (const runtime::RunSample& sample : measured.samples)
    samples.push_back(runtime::to_json(sample));
  return {{"schema_version", 1},
          {"tool", tool_name},
          {"complete", comparison.unknown.empty()},
          {"unknown", runtime::to_json(comparison.unknown)},
          {"machine", buildcost::machine_facts()},
          {"variants", variants},
          {"command", plan.command},
          {"rounds", plan.rounds},
          {"warmup", options.warmup},
          {"runtime", runtime::to_json(comparison)},
          {"samples", samples}};
}

void run(const RunOptions& options, ExitCode& exit_code) {
  HostCommand command;
  runtime::RunPlan plan;
  plan.variants = variants_of(options);
  command = command_of(options);
  plan.command = command.words;
  plan.rounds = options.rounds;

  Measured measured = measure(options, plan, command);
  std::vector<std::string> names;
  for (const runtime::Variant& variant : plan.variants) names.push_back(variant.name);
  runtime::Comparison comparison = runtime::compare(names, measured.samples, options.warmup);
  report::Table table = runtime::runtime_table(comparison, options.warmup);
  if (options.format == "json") {
    write_result(options.output, result_json(options, plan, measured, comparison).dump(2) + "\n");
  } else {
    write_result(options.output,
                 options.format == "md" ? report::as_markdown(table) : report::as_text(table));
  }
  exit_code = comparison.unknown.empty() ? ExitCode::fine : ExitCode::incomplete;
}

}  // namespace

void add_run_command(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* verb = app.add_subcommand(
      "run",
      "Time variants of a library in fresh host processes, in rotating rounds, and compare them");
  verb->add_option("--variant", options->variants,
                   "NAME=LIB: a library and what to call it; the first is the baseline")
      ->required()
      ->type_name("NAME=LIB");
  verb->add_option("--command", options->command,
                   "Host command; {library} in it stands for the variant's library. Default: the "
                   "project's, or "
                   "engine_host beside this program")
      ->type_name("'HOST {library} ...'");
  verb->add_option("--project", options->project,
                   "Take the host command from ltoscope.toml in this folder")
      ->type_name("DIR");
  verb->add_option(
          "--build", options->build,
          "What {build} in the project's command stands for. Default: DIR/build/<first preset>")
      ->type_name("FOLDER");
  verb->add_option("--rounds", options->rounds, "Processes for each variant")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb->add_option("--warmup", options->warmup, "Iterations to drop at the start of each process")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb->add_option("--timeout", options->timeout_seconds,
                   "Seconds after which a host process is killed")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  add_output_options(*verb, *options, "text, json (with all samples) or md");
  verb->callback([options, &exit_code] { run(*options, exit_code); });
}

}  // namespace ltoscope::decide

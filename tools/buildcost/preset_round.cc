// The scenarios as sequences of steps, and the proofs between them.
#include "buildcost/preset_round.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "buildcost/build_failure.h"
#include "buildcost/cmake_cache.h"
#include "buildcost/compiler_cache.h"
#include "buildcost/function_body.h"
#include "buildcost/ninja_log.h"
#include "buildcost/source_change.h"
#include "buildcost/text_file.h"
#include "command/failure.h"

namespace ltoscope::buildcost {

namespace fs = std::filesystem;

struct PresetRound::Measured {
  MeteredRun run;
  std::string step;  // names its log
  EdgesRun edges;
};

namespace {

// A build whose processes used less CPU than this share of the wall time, with at least one command
// at work all the time, was waiting for something. Builds on a busy machine come near it, so it is
// a note and not a fault.
constexpr double suspicious_cpu_share = 0.3;
constexpr double shortest_suspicious_wall = 1.0;  // seconds

// At the memory of a build that is over in milliseconds; on a busy machine every second look comes
// too late.
constexpr int most_looks = 100;

// Whether a link keeps its ThinLTO cache where deleting the build folder does not reach it.
bool has_thinlto_cache_outside(const std::vector<BuildCommand>& commands, const fs::path& folder) {
  static const std::string option = "thinlto-cache-dir=";
  for (const BuildCommand& command : commands) {
    std::size_t at = command.command.find(option);
    if (at == std::string::npos) continue;
    std::size_t start = at + option.size();
    std::string named =
        command.command.substr(start, command.command.find_first_of(" ,\"'", start) - start);
    fs::path relative =
        fs::weakly_canonical(folder / named).lexically_relative(fs::weakly_canonical(folder));
    if (relative.empty() || *relative.begin() == "..") return true;
  }
  return false;
}

// As ninja names it: relative to the build folder. Links are followed: "libx.so" may be one to
// "libx.so.1.2".
std::string ninja_name_of(const fs::path& folder, const fs::path& output) {
  return fs::weakly_canonical(folder / output)
      .lexically_relative(fs::weakly_canonical(folder))
      .string();
}

// Different in every edit ever made, so that no cache has seen the edited text before.
int64_t fresh_mark() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

CostSample voided(CostSample sample, const std::string& reason) {
  void_figures(sample, reason);
  return sample;
}

}  // namespace

PresetRound::PresetRound(const CostPlan& plan, const NinjaFolder& ninja, int64_t round)
    : plan_(plan), ninja_(ninja), round_(round) {}

void PresetRound::measure(Scenario scenario, const Take& take) {
  switch (scenario) {
    case Scenario::clean:
      take(measured_clean());
      return;
    case Scenario::no_op:
      take(measured_no_op());
      return;
    case Scenario::touch:
      measure_change(scenario, plan_.touch, take);
      return;
    case Scenario::edit:
      measure_change(scenario, plan_.edit_file, take);
      return;
  }
}

CostSample PresetRound::new_sample(Scenario scenario) const {
  CostSample sample;
  sample.preset = ninja_.preset;
  sample.scenario = scenario;
  sample.round = round_;
  sample.jobs = plan_.jobs;
  sample.cache = scenario == Scenario::clean ? "cold" : "warm";
  return sample;
}

// Why a step failed, as a value: other presets go on. A full disk ends all, since no step after it
// can be trusted.
std::string PresetRound::failure_of_step(const std::string& what, const MeteredRun& run,
                                         const std::string& step) const {
  std::string reason = describe_failure(what, run, log_of(ninja_, step));
  if (failure_of(run, text_of(log_of(ninja_, step))).kind == FailureKind::disk_full) {
    throw Failure(ExitCode::incomplete, fmt::format("preset \"{}\": {}", ninja_.preset, reason));
  }
  return reason;
}

std::string PresetRound::configure(double& seconds) {
  MeteredRun run = configure_afresh(ninja_);
  seconds = run.wall_seconds;
  if (!run.succeeded()) return broken_ = failure_of_step("configuring", run, "configure");
  require_ninja(ninja_);
  inspect_caches();
  return broken_ = "";
}

void PresetRound::inspect_caches() {
  inspected_ = true;
  std::vector<BuildCommand> commands = build_commands(ninja_);
  std::vector<std::string> lines;
  for (const BuildCommand& command : commands) lines.push_back(command.command);
  caches_ = find_compiler_caches(read_cmake_cache(ninja_.folder), lines, own_environment());
  if (!caches_.empty() && !plan_.allow_cache) {
    throw Failure(
        ExitCode::bad_input,
        fmt::format(
            "preset \"{}\": found a compiler cache ({}), expected none: its hits would be measured "
            "and not the build (--allow-cache measures all the same, and says so)",
            ninja_.preset, fmt::join(caches_, "; ")));
  }
  thinlto_cache_is_outside_ = has_thinlto_cache_outside(commands, ninja_.folder);
}

std::string PresetRound::bring_up_to_date() {
  if (!broken_.empty()) return broken_;
  if (!is_configured(ninja_)) {
    double seconds = 0;
    if (std::string reason = configure(seconds); !reason.empty()) return reason;
  } else if (!inspected_) {
    inspect_caches();
  }
  MeteredRun run = build(ninja_, {plan_.target}, "prepare");
  if (!run.succeeded()) return broken_ = failure_of_step("the build", run, "prepare");
  std::string pending = pending_work(ninja_, plan_.target);
  if (!pending.empty()) return broken_ = "the target never becomes up to date: " + pending;
  if (!fs::exists(ninja_.folder / plan_.library)) return broken_ = missing_library();
  return "";
}

PresetRound::Measured PresetRound::measured_build(const CostSample& sample) {
  Measured measured;
  measured.step = fmt::format("{}-{}", scenario_name(sample.scenario), sample.round);
  std::string log_before = read_ninja_log(ninja_.folder);
  if (!log_before.empty()) {
    compact_log(ninja_);
    log_before = read_ninja_log(ninja_.folder);
  }
  measured.run = build(ninja_, {plan_.target}, measured.step);
  measured.edges =
      edges_run(log_before, read_ninja_log(ninja_.folder), (ninja_.folder / ".ninja_log").string());
  return measured;
}

std::string PresetRound::fault_of(const Measured& measured) const {
  if (!measured.run.succeeded()) return failure_of_step("the build", measured.run, measured.step);
  std::string pending = pending_work(ninja_, plan_.target);
  if (!pending.empty()) return "work remains after the build: " + pending;
  return fs::exists(ninja_.folder / plan_.library) ? "" : missing_library();
}

std::string PresetRound::missing_library() const {
  return fmt::format("the build made no {}", (ninja_.folder / plan_.library).string());
}

bool PresetRound::library_ran(const Measured& measured) const {
  return measured.edges.outputs.contains(ninja_name_of(ninja_.folder, plan_.library));
}

void PresetRound::fill(CostSample& sample, const Measured& measured) const {
  const MeteredRun& run = measured.run;
  sample.wall_seconds = run.wall_seconds;
  sample.user_seconds = run.user_seconds;
  sample.system_seconds = run.system_seconds;
  sample.largest_process_bytes = run.largest_process_bytes;
  sample.process_method = run.process_method;
  sample.largest_tree_bytes = run.largest_tree_bytes;
  sample.tree_method = run.tree_method;
  sample.largest_gap_seconds = run.largest_gap_seconds;
  sample.edges = measured.edges.count;
  sample.library_bytes = static_cast<int64_t>(fs::file_size(ninja_.folder / plan_.library));
  if (thinlto_cache_is_outside_ && sample.scenario == Scenario::clean) sample.cache = "unknown";

  const std::string too_short = "the build ended before the first sample of its memory";
  if (!sample.largest_process_bytes) sample.unknown.push_back({"largest_process_bytes", too_short});
  if (!sample.largest_tree_bytes) sample.unknown.push_back({"largest_tree_bytes", too_short});
  if (!run.left_behind.empty()) {
    std::string reason =
        fmt::format("the build left processes running, which may have worked for it: {}",
                    fmt::join(run.left_behind, ", "));
    sample.user_seconds = sample.system_seconds = std::nullopt;
    sample.unknown.push_back({"user_seconds", reason});
    sample.unknown.push_back({"system_seconds", reason});
  }
  if (!caches_.empty()) {
    sample.notes.push_back(
        fmt::format("measured with a compiler cache: {}", fmt::join(caches_, "; ")));
  }
  double cpu_seconds = run.user_seconds + run.system_seconds;
  if (measured.edges.count > 0 && run.wall_seconds > shortest_suspicious_wall &&
      cpu_seconds < suspicious_cpu_share * run.wall_seconds) {
    sample.notes.push_back(fmt::format(
        "CPU time is {:.0f} % of wall time: another process compiled (a cache server, a "
        "build farm), or the machine was busy",
        cpu_seconds / run.wall_seconds * 100));
  }
}

CostSample PresetRound::measured_clean() {
  CostSample sample = new_sample(Scenario::clean);
  double seconds = 0;
  if (std::string reason = configure(seconds); !reason.empty()) return voided(sample, reason);
  sample.configure_seconds = seconds;
  Measured measured = measured_build(sample);
  std::string reason = fault_of(measured);
  if (!measured.run.succeeded()) broken_ = reason;
  if (reason.empty() && !library_ran(measured)) {
    reason = fmt::format("no command of the build makes {}", plan_.library.string());
  }
  if (!reason.empty()) return voided(sample, reason);
  fill(sample, measured);
  return sample;
}

// A build that does nothing may be over before its memory was looked at. It changes nothing either,
// so it is run again for that; its time stays that of the first run, which no run was chosen for.
void PresetRound::look_at_memory_again(Measured& measured) const {
  MeteredRun& run = measured.run;
  for (int attempt = 0; attempt < most_looks && !run.largest_tree_bytes; ++attempt) {
    MeteredRun again = build(ninja_, {plan_.target}, measured.step + "-memory");
    if (!again.succeeded()) return;
    run.largest_process_bytes = again.largest_process_bytes;
    run.process_method = again.process_method;
    run.largest_tree_bytes = again.largest_tree_bytes;
    run.tree_method = again.tree_method;
    run.largest_gap_seconds = again.largest_gap_seconds;
  }
}

CostSample PresetRound::measured_no_op() {
  CostSample sample = new_sample(Scenario::no_op);
  if (std::string reason = bring_up_to_date(); !reason.empty()) return voided(sample, reason);
  Measured measured = measured_build(sample);
  std::string reason = fault_of(measured);
  if (reason.empty() && measured.edges.count != 0) {
    reason = fmt::format("{} commands ran although nothing was out of date", measured.edges.count);
  }
  if (!reason.empty()) return voided(sample, reason);
  look_at_memory_again(measured);
  fill(sample, measured);
  return sample;
}

PresetRound::Objects PresetRound::built_objects_of(const std::string& file) const {
  Objects objects;
  for (const std::string& object : objects_of(build_commands(ninja_), ninja_.source / file)) {
    fs::path path = ninja_.folder / object;
    if (fs::exists(path)) objects[object] = fingerprint_of_file(path);
  }
  return objects;
}

std::string PresetRound::fault_of_change(Scenario scenario, const std::string& file,
                                         const Measured& measured, const Objects& before) const {
  if (std::string reason = fault_of(measured); !reason.empty()) return reason;
  bool an_object_ran = false;
  for (const auto& [object, fingerprint] : before) {
    if (!measured.edges.outputs.contains(object)) continue;
    an_object_ran = true;
    bool is_same = fingerprint_of_file(ninja_.folder / object) == fingerprint;
    if (scenario == Scenario::edit && is_same) {
      return fmt::format("the edit of {} changed no byte of {}", plan_.edit_function, object);
    }
  }
  if (!an_object_ran) return fmt::format("{} was not compiled again", file);
  if (!library_ran(measured)) {
    return fmt::format("{} was not linked again", plan_.library.string());
  }
  return "";
}

void PresetRound::undo_edit(SourceChange& change, const Objects& objects) {
  change.put_text_back();
  // Times alone might not tell that the objects are of another text.
  for (const auto& [object, fingerprint] : objects) fs::remove(ninja_.folder / object);
  if (bring_up_to_date().empty()) {
    change.put_time_back();
  } else {
    fs::remove(ninja_.folder / plan_.library);  // it may be that of the edited text
  }
}

void PresetRound::measure_change(Scenario scenario, const std::string& file, const Take& take) {
  CostSample sample = new_sample(scenario);
  auto give_up = [&](const std::string& reason) { take(voided(sample, reason)); };
  if (file.empty()) {
    return give_up(fmt::format("no source to {} is named", scenario_name(scenario)));
  }
  if (std::string reason = bring_up_to_date(); !reason.empty()) return give_up(reason);
  Objects objects = built_objects_of(file);
  if (objects.empty()) {
    return give_up(fmt::format(
        "{} is not compiled by a command of its own for {}, so nothing proves the rebuild", file,
        plan_.target));
  }

  SourceChange change(ninja_.source / file);
  if (scenario == Scenario::edit) {
    std::size_t body = body_start(change.original_text(), plan_.edit_function, file);
    change.write(with_instruction(change.original_text(), body, fresh_mark()));
  }
  std::vector<fs::path> outputs = {ninja_.folder / plan_.library};
  for (const auto& [object, fingerprint] : objects) outputs.push_back(ninja_.folder / object);
  if (std::string reason = change.make_newer_than(outputs); !reason.empty()) return give_up(reason);

  Measured measured = measured_build(sample);
  std::string reason = fault_of_change(scenario, file, measured, objects);
  if (reason.empty()) fill(sample, measured);
  take(reason.empty() ? sample : voided(sample, reason));
  if (scenario == Scenario::edit) {
    undo_edit(change, objects);
  } else if (reason.empty()) {
    change.put_time_back();
  }
}

}  // namespace ltoscope::buildcost

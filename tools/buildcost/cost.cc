// The order of rounds and presets, and the checks before the first measurement.
#include "buildcost/cost.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "buildcost/build_failure.h"
#include "buildcost/ninja_folder.h"
#include "buildcost/preset_round.h"
#include "buildcost/tree_copy.h"
#include "buildcost/work_folder.h"
#include "command/failure.h"
#include "command/interruption.h"
#include "command/output.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

NinjaFolder ninja_folder(const CostPlan& plan, const std::string& preset, const Runner& runner) {
  return {source_copy_in(plan.work),
          build_folder_in(plan.work, preset),
          logs_in(plan.work),
          preset,
          plan.jobs,
          runner};
}

void check_presets(const CostPlan& plan, const Runner& runner) {
  std::vector<std::string> known =
      configure_presets(ninja_folder(plan, plan.presets.front(), runner));
  for (const std::string& preset : plan.presets) {
    if (std::find(known.begin(), known.end(), preset) != known.end()) continue;
    throw Failure(
        ExitCode::bad_input,
        fmt::format("{}: found no configure preset \"{}\", expected one of {}",
                    (plan.project / "CMakePresets.json").string(), preset, fmt::join(known, ", ")));
  }
}

}  // namespace

void measure_cost(const CostPlan& plan, const AlreadyHave& already_have,
                  const std::function<void(const CostSample&)>& take, const Runner& runner) {
  InterruptionWatch watch;
  check_plan(plan);
  WorkFolder work(plan.work, plan.project);
  fs::path copy = source_copy_in(plan.work);
  copy_tree(plan.project, copy, plan.work);
  check_sources(plan, copy);
  check_presets(plan, runner);

  std::set<std::string> measured;
  for (int64_t round = 1; round <= plan.rounds; ++round) {
    std::vector<std::string> order = plan.presets;
    std::rotate(order.begin(), order.begin() + (round - 1) % static_cast<int64_t>(order.size()),
                order.end());
    for (const std::string& preset : order) {
      NinjaFolder ninja = ninja_folder(plan, preset, runner);
      PresetRound preset_round(plan, ninja, round);
      for (Scenario scenario : all_scenarios) {
        if (round > rounds_of(plan, scenario) || already_have(preset, scenario, round)) continue;
        stop_if_interrupted();
        preset_round.measure(scenario, take);
        measured.insert(preset);
      }
    }
  }
  // A resumed run that had every sample of a preset may still lack its library.
  for (const std::string& preset : plan.presets) {
    if (measured.contains(preset)) continue;
    NinjaFolder ninja = ninja_folder(plan, preset, runner);
    std::string reason = PresetRound(plan, ninja, plan.rounds).bring_up_to_date();
    if (!reason.empty()) say_progress(fmt::format("cost: {}: {}", preset, reason));
  }
}

fs::path build_folder(const CostPlan& plan, const std::string& preset) {
  return build_folder_in(plan.work, preset);
}

fs::path built_library(const CostPlan& plan, const std::string& preset) {
  fs::path library = build_folder(plan, preset) / plan.library;
  if (!fs::is_regular_file(library)) {
    throw Failure(ExitCode::incomplete,
                  fmt::format("preset \"{}\": found no library at {}, expected that its build "
                              "made one",
                              preset, library.string()));
  }
  return library;
}

void build_targets(const CostPlan& plan, const std::string& preset,
                   const std::vector<std::string>& targets, const Runner& runner) {
  WorkFolder work(plan.work, plan.project);
  NinjaFolder ninja = ninja_folder(plan, preset, runner);
  MeteredRun run = build(ninja, targets, "targets");
  if (run.succeeded()) return;
  throw Failure(ExitCode::incomplete, describe_failure(fmt::format("preset \"{}\": building {}",
                                                                   preset, fmt::join(targets, " ")),
                                                       run, log_of(ninja, "targets")));
}

}  // namespace ltoscope::buildcost

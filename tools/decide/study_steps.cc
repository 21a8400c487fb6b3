// Step by step, and the gathering of what the store holds.
#include "decide/study_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "buildcost/cost_sample.h"
#include "command/failure.h"
#include "command/interruption.h"
#include "command/output.h"

namespace ltoscope::decide {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using CostKey = std::tuple<std::string, std::string, int64_t>;  // preset, scenario, round
using RunKey = std::pair<std::string, int64_t>;                 // preset, round

constexpr int steps = 3;

class Progress {
 public:
  void begin(int step, const std::string& what) const {
    say(fmt::format("step {} of {}: {}", step, steps, what));
  }
  void say(const std::string& what) const {
    int64_t seconds =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start_).count();
    say_progress(fmt::format("[{}:{:02}] {}", seconds / 60, seconds % 60, what));
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

CostKey key_of_cost(const json& sample) {
  return {sample.at("preset"), sample.at("scenario"), sample.at("round")};
}

// A scenario that failed its proof is tried again.
std::set<CostKey> costs_in(const SampleStore& store) {
  std::set<CostKey> keys;
  for (const json& sample : store.samples()) {
    if (sample.at("kind") == "cost" && !sample.at("user_seconds").is_null())
      keys.insert(key_of_cost(sample));
  }
  return keys;
}

std::set<RunKey> runs_in(const SampleStore& store) {
  std::set<RunKey> keys;
  for (const json& sample : store.samples()) {
    if (sample.at("kind") == "run") keys.emplace(sample.at("variant"), sample.at("round"));
  }
  return keys;
}

void measure_costs(const StudyPlan& plan, const StudyTools& tools, SampleStore& store,
                   const Progress& progress) {
  std::set<CostKey> have = costs_in(store);
  const Settings& settings = plan.settings;
  int64_t each = static_cast<int64_t>(buildcost::all_scenarios.size()) * settings.cost_rounds;
  if (settings.clean_rounds != 0) each -= settings.cost_rounds - settings.clean_rounds;
  int64_t all = static_cast<int64_t>(plan.presets.size()) * each;
  int64_t done = 0;
  tools.measure_cost(
      [&](const std::string& preset, buildcost::Scenario scenario, int64_t round) {
        bool taken = have.contains({preset, buildcost::scenario_name(scenario), round});
        if (taken) ++done;
        return taken;
      },
      [&](const buildcost::CostSample& sample) {
        store.append({buildcost::to_json(sample)});
        progress.say(fmt::format("build {} of {}, {}", ++done, all, buildcost::in_short(sample)));
      });
}

// A copy, since the build folder goes on changing.
fs::path keep_library(const StudyPlan& plan, const std::string& preset, const fs::path& built) {
  fs::path kept = plan.libraries / preset / built.filename();
  try {
    fs::create_directories(kept.parent_path());
    fs::path unfinished = kept.string() + ".unfinished";
    fs::copy_file(built, unfinished, fs::copy_options::overwrite_existing);
    fs::rename(unfinished, kept);
  } catch (const fs::filesystem_error& problem) {
    throw Failure(ExitCode::bad_input, fmt::format("{}: cannot be written: {}", kept.string(),
                                                   problem.code().message()));
  }
  return kept;
}

// The variants that can be run: of each preset that was built.
std::vector<runtime::Variant> audit_all(const StudyPlan& plan, const StudyTools& tools,
                                        Study& study, const Progress& progress) {
  std::vector<runtime::Variant> variants;
  for (const std::string& preset : plan.presets) {
    stop_if_interrupted();
    progress.say("auditing " + preset);
    fs::path built;
    try {
      built = tools.built_library(preset);
    } catch (const Failure& failure) {
      study.failures.push_back({preset, "build", failure.what()});
      continue;
    }
    variants.push_back({preset, keep_library(plan, preset, built)});
    try {
      study.audits[preset] = tools.audit(variants.back().library);
    } catch (const Interrupted&) {
      throw;
    } catch (const Failure& failure) {
      study.failures.push_back({preset, "audit", failure.what()});
    }
  }
  return variants;
}

void fail_all(const std::vector<runtime::Variant>& variants, const std::string& reason,
              Study& study) {
  for (const runtime::Variant& variant : variants)
    study.failures.push_back({variant.name, "run", reason});
}

void run_all(const StudyPlan& plan, const StudyTools& tools,
             const std::vector<runtime::Variant>& variants, SampleStore& store, Study& study,
             const Progress& progress) {
  if (plan.settings.host_command.empty()) {
    fail_all(variants, "the project names no host command ([run] command in ltoscope.toml)", study);
    return;
  }
  runtime::RunPlan run_plan{variants, {}, plan.settings.run_rounds};
  try {
    run_plan.command = tools.ready_host_command();
  } catch (const Interrupted&) {
    throw;
  } catch (const Failure& failure) {
    fail_all(variants, failure.what(), study);
    return;
  }
  runtime::Observers observers;
  observers.take = [&](const runtime::ProcessResult& result) {
    std::vector<json> batch;
    for (const runtime::RunSample& sample : result.samples)
      batch.push_back(runtime::to_json(sample));
    batch.push_back({{"kind", "information"},
                     {"variant", result.variant},
                     {"round", result.round},
                     {"information", result.information}});
    store.append(batch);
    progress.say(fmt::format("run: round {} of {}, {}", result.round, plan.settings.run_rounds,
                             result.variant));
  };
  observers.fail = [&](const runtime::Variant& variant, const Failure& failure) {
    study.failures.push_back({variant.name, "run", failure.what()});
    progress.say(failure.what());
  };
  runtime::run_rounds(run_plan, runs_in(store), tools.run_host, observers);
}

int64_t rounds_of(const Settings& settings, const json& cost_sample) {
  bool is_clean =
      cost_sample.at("scenario") == buildcost::scenario_name(buildcost::Scenario::clean);
  return is_clean && settings.clean_rounds != 0 ? settings.clean_rounds : settings.cost_rounds;
}

// Of the rounds asked for. A scenario that was tried again counts as it went the last time.
void gather(const StudyPlan& plan, const SampleStore& store, Study& study) {
  std::map<CostKey, json> costs;
  std::vector<CostKey> order;
  for (const json& sample : store.samples()) {
    std::string kind = sample.at("kind");
    int64_t round = sample.at("round");
    if (kind == "cost" && round <= rounds_of(plan.settings, sample)) {
      CostKey key = key_of_cost(sample);
      if (!costs.contains(key)) order.push_back(key);
      costs[key] = sample;
    } else if (kind == "run" && round <= plan.settings.run_rounds) {
      study.run_samples.push_back(runtime::run_sample_from_json(sample));
    } else if (kind == "information") {
      study.information.emplace(sample.at("variant"), sample.at("information"));
    }
  }
  for (const CostKey& key : order) study.cost_samples.push_back(costs.at(key));
}

}  // namespace

Study take_study(const StudyPlan& plan, const StudyTools& tools, SampleStore& store) {
  Progress progress;
  Study study;
  study.presets = plan.presets;
  study.settings = plan.settings;
  progress.begin(1, fmt::format("build cost of {} presets, {}", plan.presets.size(),
                                build_rounds_text(plan.settings)));
  measure_costs(plan, tools, store, progress);
  progress.begin(2, "audit of the libraries");
  std::vector<runtime::Variant> variants = audit_all(plan, tools, study, progress);
  progress.begin(
      3, fmt::format("runs of {} libraries, {} rounds", variants.size(), plan.settings.run_rounds));
  run_all(plan, tools, variants, store, study, progress);
  gather(plan, store, study);
  return study;
}

}  // namespace ltoscope::decide

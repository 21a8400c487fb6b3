// The steps of a study: build cost, audit, run. Every sample goes to the store as soon as it is
// taken, and what the store already holds is not taken again; what fails for one preset does not
// keep the others from going on.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "buildcost/cost.h"
#include "decide/sample_store.h"
#include "decide/study_file.h"
#include "runtime/rounds.h"

namespace ltoscope::decide {

struct StudyPlan {
  std::vector<std::string> presets;  // the first is the baseline
  std::filesystem::path libraries;   // each built library is kept as libraries/PRESET/NAME
  Settings settings;                 // an empty host command: nothing is run
};

// What the steps are done with; tests put others in their place.
struct StudyTools {
  std::function<void(const buildcost::AlreadyHave&,
                     const std::function<void(const buildcost::CostSample&)>&)>
      measure_cost;
  std::function<std::filesystem::path(const std::string& preset)>
      built_library;  // throws Failure: none
  // Builds what the host command needs and fills its {build}; throws Failure.
  std::function<std::vector<std::string>()> ready_host_command;
  std::function<nlohmann::json(const std::filesystem::path& library)> audit;  // throws Failure
  runtime::RunHost run_host;
};

// Fills presets, settings, audits, samples, information and failures; machine, project and tool are
// the caller's. Throws Interrupted, and Failure for what stops every preset: a plan that cannot be
// carried out, a full disk.
Study take_study(const StudyPlan& plan, const StudyTools& tools, SampleStore& store);

}  // namespace ltoscope::decide

// Measures what building a project costs under several CMake presets: a clean build, a build with
// nothing to do, a build after one source was touched, and one after one function was edited.
// Everything happens in a copy.
//
// Rounds alternate between the presets, and each round begins with another preset. A scenario
// counts only with proof: nothing was out of date before it, the object and the library were
// rebuilt by it (and the object changed, after an edit), and nothing is out of date after it. Else
// its figures are unknown, with the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "buildcost/cost_plan.h"
#include "buildcost/cost_sample.h"
#include "buildcost/process_meter.h"

namespace ltoscope::buildcost {

// Whether a sample of an earlier, interrupted run is there and need not be taken again.
using AlreadyHave =
    std::function<bool(const std::string& preset, Scenario scenario, int64_t round)>;

// Hands out each sample as soon as it is taken. A build that fails makes its scenario and those
// that need it unknown, and the other presets go on. In the end each preset's build folder holds
// what the unedited sources make.
//
// Throws Failure(bad_input) before any measurement when the plan cannot be carried out: no such
// preset, source or function; and later for a generator that is not Ninja, or a compiler cache that
// is not allowed. Throws Failure(incomplete) when the disk is full, and Interrupted.
void measure_cost(const CostPlan& plan, const AlreadyHave& already_have,
                  const std::function<void(const CostSample&)>& take,
                  const Runner& runner = run_metered);

// Where a preset is built.
std::filesystem::path build_folder(const CostPlan& plan, const std::string& preset);

// The library that measure_cost left. Throws Failure(incomplete) when it is not there: the build
// failed.
std::filesystem::path built_library(const CostPlan& plan, const std::string& preset);

// Builds further targets from the unedited sources, unmeasured. Requires: measure_cost has
// returned. Throws Failure(incomplete) with the first error when the build fails.
void build_targets(const CostPlan& plan, const std::string& preset,
                   const std::vector<std::string>& targets, const Runner& runner = run_metered);

}  // namespace ltoscope::buildcost

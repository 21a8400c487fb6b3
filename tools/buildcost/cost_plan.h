// What is to be measured, and under what conditions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "buildcost/cost_sample.h"
#include "buildcost/project_file.h"

namespace ltoscope::buildcost {

struct CostPlan {
  std::filesystem::path project;
  std::filesystem::path work;  // see WorkFolder; may lie in the project's ./build
  std::vector<std::string> presets;
  std::string target;
  std::filesystem::path library;  // what the target yields, relative to the build folder
  // Relative to the project. Where they are empty the scenario is unknown.
  std::string touch;
  std::string edit_file;
  std::string edit_function;
  int64_t rounds = 1;
  // The first so many rounds begin with a clean build; 0: all. Later ones go on with what is built.
  int64_t clean_rounds = 0;
  int64_t jobs = 1;
  bool allow_cache =
      false;  // measure although a compiler cache is in use, with a note in each sample
};

// How often a scenario is measured.
int64_t rounds_of(const CostPlan& plan, Scenario scenario);

// The plan that a project's file asks for, with PROJECT/build/cost to work in, 3 rounds, and as
// many jobs as there are cores.
CostPlan plan_of(const std::filesystem::path& project, const ProjectFile& file);

// Throws Failure(bad_input) for a plan that no project could satisfy: nothing to build, a preset
// twice, a path that leaves its folder, no round, more clean builds than rounds.
void check_plan(const CostPlan& plan);

// Throws Failure(bad_input) unless `copy`, which holds the project's sources, has what is touched
// and edited: a file that is not a link out of it, and in that file one definition of the function.
void check_sources(const CostPlan& plan, const std::filesystem::path& copy);

}  // namespace ltoscope::buildcost

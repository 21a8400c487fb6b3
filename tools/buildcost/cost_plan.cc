// Checks that can be made before hours are spent.
#include "buildcost/cost_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "buildcost/function_body.h"
#include "buildcost/machine.h"
#include "buildcost/text_file.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

constexpr int64_t default_rounds = 3;

[[noreturn]] void reject(const std::string& message) {
  throw Failure(ExitCode::bad_input, message);
}

bool leaves_its_folder(const fs::path& path) {
  return path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
}

void check_source(const CostPlan& plan, const fs::path& copy, const std::string& file) {
  if (file.empty()) return;
  if (!fs::is_regular_file(copy / file)) {
    reject(fmt::format("{}: found no such file, expected a source of the project",
                       (plan.project / file).string()));
  }
  fs::path relative = fs::canonical(copy / file).lexically_relative(fs::canonical(copy));
  if (leaves_its_folder(relative)) {
    reject(fmt::format(
        "{}: found a link that leaves the project, expected a file that can be changed in a copy",
        (plan.project / file).string()));
  }
}

void check_edit(const CostPlan& plan, const fs::path& copy) {
  if (plan.edit_file.empty()) return;
  static const std::set<std::string> extensions = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
  std::string name = (plan.project / plan.edit_file).string();
  if (!extensions.contains(fs::path(plan.edit_file).extension().string())) {
    reject(fmt::format("{}: found no C or C++ source, expected one of {}", name,
                       fmt::join(extensions, " ")));
  }
  body_start(text_of(copy / plan.edit_file), plan.edit_function, name);
}

}  // namespace

CostPlan plan_of(const fs::path& project, const ProjectFile& file) {
  CostPlan plan;
  plan.project = project;
  plan.work = project / "build" / "cost";
  plan.presets = file.presets;
  plan.target = file.target;
  plan.library = file.library;
  plan.touch = file.touch;
  plan.edit_file = file.edit_file;
  plan.edit_function = file.edit_function;
  plan.rounds = default_rounds;
  plan.jobs = cores_available();
  return plan;
}

int64_t rounds_of(const CostPlan& plan, Scenario scenario) {
  return scenario == Scenario::clean && plan.clean_rounds != 0 ? plan.clean_rounds : plan.rounds;
}

void check_plan(const CostPlan& plan) {
  if (!fs::is_directory(plan.project)) {
    reject(fmt::format("{}: found no such folder, expected a project", plan.project.string()));
  }
  if (plan.presets.empty())
    reject(
        "found no preset to build, expected at least one (--preset, or presets in ltoscope.toml)");
  std::set<std::string> presets(plan.presets.begin(), plan.presets.end());
  if (presets.size() != plan.presets.size()) {
    reject(fmt::format("found a preset twice among {}, expected each once",
                       fmt::join(plan.presets, ", ")));
  }
  if (plan.target.empty())
    reject("found no target to build, expected one (--target, or target in ltoscope.toml)");
  if (plan.library.empty()) {
    reject(
        "found no library that the target makes, expected its path in the build folder (--library, "
        "or library in "
        "ltoscope.toml)");
  }
  for (const fs::path& path : {plan.library, fs::path(plan.touch), fs::path(plan.edit_file)}) {
    if (leaves_its_folder(path))
      reject(
          fmt::format("found the path {}, expected a relative one without \"..\"", path.string()));
  }
  if (plan.edit_file.empty() != plan.edit_function.empty()) {
    reject("found an edit without a file or without a function, expected both or neither");
  }
  if (plan.rounds < 1) reject(fmt::format("found {} rounds, expected at least 1", plan.rounds));
  if (plan.clean_rounds < 0 || plan.clean_rounds > plan.rounds) {
    reject(fmt::format("found {} rounds with a clean build, expected at most {}, as many as rounds",
                       plan.clean_rounds, plan.rounds));
  }
  if (plan.jobs < 1) reject(fmt::format("found {} jobs, expected at least 1", plan.jobs));
}

void check_sources(const CostPlan& plan, const fs::path& copy) {
  check_source(plan, copy, plan.touch);
  check_source(plan, copy, plan.edit_file);
  check_edit(plan, copy);
}

}  // namespace ltoscope::buildcost

// What a study measured: the facts that name it, and those that make samples comparable.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "buildcost/cost_plan.h"
#include "decide/study_file.h"

namespace ltoscope::decide {

// Compilers, linker, cmake and ninja as the baseline's configure finds them; configures the project
// into `folder`, which is ours. Null when it does not configure: the build itself will tell why.
nlohmann::json toolchain_of(const buildcost::CostPlan& plan, const std::filesystem::path& folder);

// {"folder", "target", "library", "touch", "edit_file", "edit_function", "sources", "commit",
// "commit_reason"}. "sources" is a fingerprint of all source files, without the folder `work`. The
// commit is null where git cannot tell.
nlohmann::json project_facts(const buildcost::CostPlan& plan, const std::filesystem::path& work);

// Samples may be pooled only while all of this is the same: sources, what is built and run and how,
// tools, machine. The number of rounds is not in it, since more rounds of the same thing belong
// together.
nlohmann::json identity_of(const buildcost::CostPlan& plan, const Settings& settings,
                           const std::vector<std::string>& host_targets,
                           const nlohmann::json& project, const nlohmann::json& machine,
                           const nlohmann::json& toolchain);

}  // namespace ltoscope::decide

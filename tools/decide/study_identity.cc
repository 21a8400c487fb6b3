// Asking cmake, git and the sources.
#include "decide/study_identity.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "buildcost/machine.h"
#include "buildcost/tree_copy.h"
#include "command/output.h"
#include "command/version.h"
#include "runtime/host_process.h"

namespace ltoscope::decide {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double configure_timeout_seconds = 600;
constexpr double git_timeout_seconds = 60;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// The commit into `commit`; else the reason why there is none.
std::string ask_git(const fs::path& project, json& commit) {
  const auto git = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {"git", "-C", project.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return runtime::run_host_process(words, project, git_timeout_seconds);
  };
  runtime::HostExit head = git({"rev-parse", "--verify", "HEAD"});
  if (!head.not_started.empty()) return "git could not be started";
  if (head.exit_code != 0) return head.last_error_line;
  runtime::HostExit status = git({"status", "--porcelain"});
  std::string changes =
      status.exit_code == 0 && status.output.empty() ? "" : " with uncommitted changes";
  commit = first_line(head.output) + changes;
  return "";
}

}  // namespace

json toolchain_of(const buildcost::CostPlan& plan, const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);  // CMake keeps what it found the first time
  runtime::HostExit configure =
      runtime::run_host_process({"cmake", "--preset", plan.presets.front(), "-B", folder.string()},
                                plan.project, configure_timeout_seconds);
  if (!fault_of(configure).empty()) {
    say_progress(
        fmt::format("{} does not configure: {}", plan.presets.front(), configure.last_error_line));
    return nullptr;
  }
  return buildcost::toolchain_facts(folder);
}

json project_facts(const buildcost::CostPlan& plan, const fs::path& work) {
  json commit = nullptr;
  std::string reason = ask_git(plan.project, commit);
  return {{"folder", fs::canonical(plan.project).string()},
          {"target", plan.target},
          {"library", plan.library.string()},
          {"touch", plan.touch},
          {"edit_file", plan.edit_file},
          {"edit_function", plan.edit_function},
          {"sources", buildcost::fingerprint_of_tree(plan.project, work)},
          {"commit", commit},
          {"commit_reason", reason.empty() ? json(nullptr) : json(reason)}};
}

json identity_of(const buildcost::CostPlan& plan, const Settings& settings,
                 const std::vector<std::string>& host_targets, const json& project,
                 const json& machine, const json& toolchain) {
  return {{"tool", tool_name},
          {"sources", project.at("sources")},
          {"options",
           {{"presets", plan.presets},
            {"target", plan.target},
            {"library", plan.library.string()},
            {"touch", plan.touch},
            {"edit_file", plan.edit_file},
            {"edit_function", plan.edit_function},
            {"jobs", plan.jobs},
            {"allow_cache", plan.allow_cache},
            {"host_targets", host_targets},
            {"host_command", settings.host_command}}},
          {"toolchain", toolchain},
          {"machine",
           {{"cpu_model", machine.at("cpu_model")},
            {"cores_available", machine.at("cores_available")}}}};
}

}  // namespace ltoscope::decide

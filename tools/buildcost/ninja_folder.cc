// Calls of cmake and ninja, and what they print.
#include "buildcost/ninja_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "buildcost/build_failure.h"
#include "buildcost/cmake_cache.h"
#include "buildcost/text_file.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const NinjaFolder& ninja, const std::string& what, const MeteredRun& run,
                       const std::string& step) {
  throw Failure(ExitCode::bad_input,
                describe_failure(fmt::format("preset \"{}\": {}", ninja.preset, what), run,
                                 log_of(ninja, step)));
}

// Ninja in the build folder, as the folder's own CMake found it.
MeteredRun run_ninja(const NinjaFolder& ninja, std::vector<std::string> arguments,
                     const std::string& step) {
  std::string program = value_of(read_cmake_cache(ninja.folder), "CMAKE_MAKE_PROGRAM");
  arguments.insert(arguments.begin(), program.empty() ? "ninja" : program);
  return ninja.runner({arguments, ninja.folder, log_of(ninja, step)});
}

}  // namespace

fs::path log_of(const NinjaFolder& ninja, const std::string& step) {
  std::string name = ninja.preset + "-" + step + ".log";
  std::replace(name.begin(), name.end(), '/', '_');
  return ninja.logs / name;
}

std::vector<std::string> configure_presets(const NinjaFolder& ninja) {
  MeteredRun run =
      ninja.runner({{"cmake", "--list-presets"}, ninja.source, log_of(ninja, "presets")});
  if (!run.succeeded()) fail(ninja, "reading the project's presets", run, "presets");
  std::vector<std::string> presets;
  std::istringstream lines(text_of(log_of(ninja, "presets")));
  for (std::string line; std::getline(lines, line);) {  // `  "name" - description`
    std::size_t end = line.find('"', 3);
    if (line.starts_with("  \"") && end != std::string::npos)
      presets.push_back(line.substr(3, end - 3));
  }
  return presets;
}

MeteredRun configure_afresh(const NinjaFolder& ninja) {
  std::error_code error;
  fs::remove_all(ninja.folder, error);
  if (error) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: cannot delete: {}", ninja.folder.string(), error.message()));
  }
  return ninja.runner({{"cmake", "--preset", ninja.preset, "-S", ninja.source.string(), "-B",
                        ninja.folder.string()},
                       ninja.source,
                       log_of(ninja, "configure")});
}

bool is_configured(const NinjaFolder& ninja) {
  if (!fs::exists(ninja.folder / "build.ninja") || !fs::exists(ninja.folder / "CMakeCache.txt"))
    return false;
  return value_of(read_cmake_cache(ninja.folder), "CMAKE_HOME_DIRECTORY") == ninja.source.string();
}

void require_ninja(const NinjaFolder& ninja) {
  std::string generator = value_of(read_cmake_cache(ninja.folder), "CMAKE_GENERATOR");
  if (generator == "Ninja") return;
  throw Failure(ExitCode::bad_input,
                fmt::format("preset \"{}\": found the generator \"{}\", expected \"Ninja\"",
                            ninja.preset, generator));
}

MeteredRun build(const NinjaFolder& ninja, const std::vector<std::string>& targets,
                 const std::string& step) {
  std::vector<std::string> arguments = {fmt::format("-j{}", ninja.jobs)};
  arguments.insert(arguments.end(), targets.begin(), targets.end());
  return run_ninja(ninja, arguments, step);
}

std::string pending_work(const NinjaFolder& ninja, const std::string& target) {
  MeteredRun run = run_ninja(ninja, {"-n", "-d", "explain", target}, "dry-run");
  if (!run.succeeded()) fail(ninja, "asking ninja for remaining work", run, "dry-run");
  std::string said = text_of(log_of(ninja, "dry-run"));
  if (said.find("ninja: no work to do.") != std::string::npos) return "";
  static const std::string mark = "ninja explain: ";
  std::size_t explained = said.find(mark);
  std::size_t start = explained == std::string::npos ? 0 : explained + mark.size();
  std::string reason = said.substr(start, said.find('\n', start) - start);
  return reason.empty() ? "ninja does not say why" : reason;
}

void compact_log(const NinjaFolder& ninja) {
  MeteredRun run = run_ninja(ninja, {"-t", "recompact"}, "recompact");
  if (!run.succeeded()) fail(ninja, "rewriting ninja's log", run, "recompact");
}

std::vector<BuildCommand> build_commands(const NinjaFolder& ninja) {
  MeteredRun run = run_ninja(ninja, {"-t", "compdb"}, "compdb");
  if (!run.succeeded()) fail(ninja, "listing the build's commands", run, "compdb");
  std::string said = text_of(log_of(ninja, "compdb"));
  std::vector<BuildCommand> commands;
  try {
    // Warnings stand before the list.
    nlohmann::json list =
        nlohmann::json::parse(said.substr(std::min(said.find("[\n"), said.size())));
    for (const nlohmann::json& entry : list) {
      fs::path folder = entry.at("directory").get<std::string>();
      commands.push_back(
          {entry.at("command"), folder / entry.at("file").get<std::string>(), entry.at("output")});
    }
  } catch (const nlohmann::json::exception& error) {
    throw Failure(
        ExitCode::bad_input,
        fmt::format("{}: not the list of commands that `ninja -t compdb` should print: {}",
                    log_of(ninja, "compdb").string(), error.what()));
  }
  return commands;
}

std::vector<std::string> objects_of(const std::vector<BuildCommand>& commands,
                                    const fs::path& source) {
  fs::path wanted = fs::weakly_canonical(source);
  std::vector<std::string> objects;
  for (const BuildCommand& command : commands) {
    bool is_object = command.output.ends_with(".o") || command.output.ends_with(".obj");
    if (is_object && command.first_input.filename() == source.filename() &&
        fs::weakly_canonical(command.first_input) == wanted) {
      objects.push_back(command.output);
    }
  }
  return objects;
}

}  // namespace ltoscope::buildcost

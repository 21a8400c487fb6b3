// One CMake build folder with ninja in it: configure, build, ask whether work remains and which
// objects a source becomes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "buildcost/process_meter.h"

namespace ltoscope::buildcost {

struct NinjaFolder {
  std::filesystem::path source;  // holds CMakePresets.json
  std::filesystem::path folder;
  std::filesystem::path
      logs;  // an existing folder; what commands print goes to "PRESET-STEP.log" there
  std::string preset;
  int64_t jobs = 1;
  Runner runner;
};

// A step's output file.
std::filesystem::path log_of(const NinjaFolder& ninja, const std::string& step);

// The presets that `cmake --preset` takes in `ninja.source`. Throws Failure(bad_input) when CMake
// cannot tell.
std::vector<std::string> configure_presets(const NinjaFolder& ninja);

// Deletes the build folder and configures it anew. How it went is in the run; its output is in
// log_of("configure").
MeteredRun configure_afresh(const NinjaFolder& ninja);

// Whether the folder is the finished result of configuring `ninja.source`.
bool is_configured(const NinjaFolder& ninja);

// Throws Failure(bad_input) naming the generator when it is not Ninja.
void require_ninja(const NinjaFolder& ninja);

// Builds; output in log_of(step).
MeteredRun build(const NinjaFolder& ninja, const std::vector<std::string>& targets,
                 const std::string& step);

// Empty when building the target would run nothing, else ninja's first reason why it would.
// Throws Failure(bad_input) when ninja cannot tell, as for a target that does not exist.
std::string pending_work(const NinjaFolder& ninja, const std::string& target);

// Rewrites ninja's log, so that the next build only appends to it.
void compact_log(const NinjaFolder& ninja);

struct BuildCommand {
  std::string command;
  std::filesystem::path first_input;  // absolute
  std::string output;                 // as ninja names it
};

// Every command of the build.
std::vector<BuildCommand> build_commands(const NinjaFolder& ninja);

// The object files that are compiled from the source, as ninja names them.
std::vector<std::string> objects_of(const std::vector<BuildCommand>& commands,
                                    const std::filesystem::path& source);

}  // namespace ltoscope::buildcost

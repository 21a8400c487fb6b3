// ltoscope.toml at the root of a project: what of it is built, measured and run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ltoscope::buildcost {

// Keys that are absent leave their members empty.
struct ProjectFile {
  std::string target;                // what building it means
  std::string library;               // what that yields, relative to the build folder
  std::vector<std::string> presets;  // the first is the baseline
  std::vector<std::string> exports;  // globs of exported names that are counted
  // [cost], relative to the project
  std::string touch;
  std::string edit_file;
  std::string edit_function;
  // [run]
  std::vector<std::string> run_build;    // targets that the host command needs
  std::vector<std::string> run_command;  // with {build} and {library} in it
};

inline constexpr char project_file_name[] = "ltoscope.toml";

// Reads PROJECT/ltoscope.toml; nothing when there is none. Throws Failure(bad_input) with file and
// line for a syntax error, a value of the wrong type, an empty or unsafe value, and a key that
// means nothing.
std::optional<ProjectFile> read_project_file(const std::filesystem::path& project);

// The same of text; `name` is what messages call the file.
ProjectFile parse_project_file(const std::string& text, const std::string& name);

}  // namespace ltoscope::buildcost

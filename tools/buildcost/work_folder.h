// The folder that a measurement works in: a copy of the sources, one build folder per preset, and
// logs. Held by one process at a time, and recognisable, since build folders in it are deleted.
#pragma once

#include <filesystem>
#include <string>

namespace ltoscope::buildcost {

std::filesystem::path source_copy_in(const std::filesystem::path& work);
std::filesystem::path logs_in(const std::filesystem::path& work);
// Throws Failure(bad_input) for a preset whose name is no name ("", ".", "..").
std::filesystem::path build_folder_in(const std::filesystem::path& work, const std::string& preset);

class WorkFolder {
 public:
  // Makes the folder, or takes an empty one, or one of an earlier measurement of the same project.
  // Throws Failure: another process holds it (incomplete), it belongs to another project, it holds
  // something else, it cannot be made (bad_input).
  WorkFolder(const std::filesystem::path& work, const std::filesystem::path& project);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace ltoscope::buildcost

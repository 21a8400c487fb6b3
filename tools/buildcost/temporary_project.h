// For tests: a folder with a small project in it, deleted in the end.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace ltoscope::buildcost {

class TemporaryProject {
 public:
  TemporaryProject() {
    std::string name = (std::filesystem::temp_directory_path() / "ltoscope-test-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~TemporaryProject() { std::filesystem::remove_all(folder_); }
  TemporaryProject(const TemporaryProject&) = delete;
  TemporaryProject& operator=(const TemporaryProject&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  const std::filesystem::path& folder() const { return folder_; }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace ltoscope::buildcost

// Small ELF files for tests, compiled from text when the test runs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace ltoscope::elf {

// A folder that lives as long as this does.
class Fixture {
 public:
  Fixture();
  ~Fixture();
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path write(const std::string& name, std::string_view content) const;

  // Compiles source (C, or what "-x ..." in flags says) into the file name. Throws when the
  // compiler fails.
  std::filesystem::path compile(const std::string& name, std::string_view source,
                                const std::string& flags) const;
  // compile() with what makes a shared library.
  std::filesystem::path library(const std::string& name, std::string_view source,
                                const std::string& flags = "") const;

  // Runs a command in the folder. Throws when it fails.
  void run(const std::string& command) const;

 private:
  std::filesystem::path folder_;
};

// The message of the Failure that the call throws; "no failure" when it throws none.
std::string failure_of(const std::function<void()>& call);

}  // namespace ltoscope::elf

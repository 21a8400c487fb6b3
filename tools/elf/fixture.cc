// Runs the compiler that the build uses.
#include "elf/fixture.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "command/failure.h"

namespace ltoscope::elf {

Fixture::Fixture() {
  std::string name = (std::filesystem::temp_directory_path() / "ltoscope-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  folder_ = name;
}

Fixture::~Fixture() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::filesystem::path Fixture::write(const std::string& name, std::string_view content) const {
  std::filesystem::path path = folder_ / name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::filesystem::path Fixture::compile(const std::string& name, std::string_view source,
                                       const std::string& flags) const {
  write(name + ".source", source);
  bool has_language = flags.find("-x ") != flags.npos;
  run(fmt::format("{} {} {} {}.source -o {}", LTOSCOPE_TEST_CXX, has_language ? "" : "-x c", flags,
                  name, name));
  return folder_ / name;
}

std::filesystem::path Fixture::library(const std::string& name, std::string_view source,
                                       const std::string& flags) const {
  return compile(name, source, "-O2 -fPIC -shared -fuse-ld=lld " + flags);
}

void Fixture::run(const std::string& command) const {
  std::string line = fmt::format("cd '{}' && {{ {}; }} >log 2>&1", folder_.string(), command);
  if (std::system(line.c_str()) == 0) return;
  std::ifstream log(folder_ / "log");
  std::string said((std::istreambuf_iterator<char>(log)), std::istreambuf_iterator<char>());
  throw std::runtime_error(command + " failed: " + said);
}

std::string failure_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "no failure";
}

}  // namespace ltoscope::elf

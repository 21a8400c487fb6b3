// Looks at the CMake cache, at the compilers behind their names, at the command lines and at the
// environment.
#include "buildcost/compiler_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

// The longer of two that hold each other stands first.
constexpr std::array<std::string_view, 11> known_names = {
    "sccache", "ccache",    "distcc", "icecc",     "buildcache", "cachepot",
    "clcache", "firebuild", "gomacc", "rewrapper", "fbuild"};
constexpr std::size_t script_bytes = 4096;  // how much of a compiler that is a script is read

bool is_known_name(const std::string& name) {
  return std::find(known_names.begin(), known_names.end(), name) != known_names.end();
}

std::string known_name_in_script(const fs::path& compiler) {
  std::ifstream file(compiler, std::ios::binary);
  std::string start(script_bytes, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  if (!start.starts_with("#!")) return "";
  for (std::string_view name : known_names) {
    if (start.find(name) != std::string::npos) return std::string(name);
  }
  return "";
}

void find_launchers(const CMakeCache& cache, std::vector<std::string>& found) {
  for (const auto& [key, value] : cache) {
    bool is_launcher = key.ends_with("_COMPILER_LAUNCHER") || key.ends_with("_LINKER_LAUNCHER");
    if (key.starts_with("CMAKE_") && is_launcher && !value.empty()) {
      found.push_back(fmt::format("{} is {}", key, value));
    }
  }
}

// /usr/lib/ccache/g++ is a link to ccache, which then looks for the next g++ on the PATH.
void find_masquerading(const CMakeCache& cache, std::vector<std::string>& found) {
  for (const auto& [language, compiler] : compilers_of(cache)) {
    std::error_code unreadable;
    fs::path real = fs::canonical(compiler, unreadable);
    if (unreadable) continue;
    std::string name = real.filename().string();
    if (!is_known_name(name)) name = known_name_in_script(real);
    if (!name.empty())
      found.push_back(fmt::format("the {} compiler {} is {}", language, compiler, name));
  }
}

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream stream(command);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// RULE_LAUNCH_COMPILE and launcher properties of single targets are seen in the command lines
// alone.
void find_prefixes(const CMakeCache& cache, const std::vector<std::string>& commands,
                   std::vector<std::string>& found) {
  std::set<std::string> compilers;
  for (const auto& [language, compiler] : compilers_of(cache)) compilers.insert(compiler);
  std::set<std::string> prefixes;
  for (const std::string& command : commands) {
    std::vector<std::string> words = words_of(command);
    std::size_t at =
        words.size() > 1 && words[0] == ":" && words[1] == "&&" ? 2 : 0;  // how CMake begins a link
    if (at >= words.size() || compilers.contains(words[at])) continue;
    bool launches = false;  // the same simple command goes on to name a compiler
    for (std::size_t word = at; word < words.size() && words[word] != "&&"; ++word) {
      launches = launches || compilers.contains(words[word]);
    }
    // CMake's own runner of linters compiles too, and with the plain compiler unless a launcher is
    // given to it.
    bool is_linter = command.find(" -E __run_co_compile ") != std::string::npos &&
                     command.find(" --launcher=") == std::string::npos;
    if (launches && !is_linter) prefixes.insert(words[at]);
  }
  for (const std::string& prefix : prefixes)
    found.push_back(fmt::format("commands are launched by {}", prefix));
}

void find_variables(const std::vector<std::string>& environment, std::vector<std::string>& found) {
  for (const std::string& entry : environment) {
    std::string name = entry.substr(0, entry.find('='));
    bool named = name.starts_with("CCACHE_") || name.starts_with("SCCACHE_") ||
                 name == "RUSTC_WRAPPER" || name == "RUSTC_WORKSPACE_WRAPPER";
    if (named) found.push_back(fmt::format("the environment variable {} is set", name));
  }
}

}  // namespace

std::vector<std::string> find_compiler_caches(const CMakeCache& cache,
                                              const std::vector<std::string>& commands,
                                              const std::vector<std::string>& environment) {
  std::vector<std::string> found;
  find_launchers(cache, found);
  find_masquerading(cache, found);
  // A launcher of the cache is in every command too: once said is enough.
  if (found.empty()) find_prefixes(cache, commands, found);
  find_variables(environment, found);
  return found;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

}  // namespace ltoscope::buildcost

// Parsing of "KEY:TYPE=VALUE" lines.
#include "buildcost/cmake_cache.h"

#include <sstream>

#include "buildcost/text_file.h"

namespace ltoscope::buildcost {

CMakeCache read_cmake_cache(const std::filesystem::path& build_folder) {
  CMakeCache cache;
  std::istringstream lines(text_of(build_folder / "CMakeCache.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("//")) continue;
    std::size_t colon = line.find(':');
    std::size_t equals = line.find('=', colon == std::string::npos ? 0 : colon);
    if (colon == std::string::npos || equals == std::string::npos) continue;
    cache[line.substr(0, colon)] = line.substr(equals + 1);
  }
  return cache;
}

std::string value_of(const CMakeCache& cache, const std::string& key) {
  auto entry = cache.find(key);
  return entry == cache.end() ? "" : entry->second;
}

std::map<std::string, std::string> compilers_of(const CMakeCache& cache) {
  static const std::string start = "CMAKE_";
  static const std::string end = "_COMPILER";
  std::map<std::string, std::string> compilers;
  for (const auto& [key, value] : cache) {
    if (!key.starts_with(start) || !key.ends_with(end) || key.size() <= start.size() + end.size())
      continue;
    // "CMAKE_CXX_COMPILER" is one, "CMAKE_CUDA_HOST_COMPILER" is not.
    std::string language = key.substr(start.size(), key.size() - start.size() - end.size());
    if (language.find('_') == std::string::npos && !value.empty()) compilers[language] = value;
  }
  return compilers;
}

}  // namespace ltoscope::buildcost

// The entries of a CMakeCache.txt.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace ltoscope::buildcost {

using CMakeCache = std::map<std::string, std::string>;

// Throws Failure(bad_input) when the folder has none that can be read: it is not configured.
CMakeCache read_cmake_cache(const std::filesystem::path& build_folder);

// The entry's value, or empty.
std::string value_of(const CMakeCache& cache, const std::string& key);

// The compilers by language ("C", "CXX"), as CMAKE_<LANG>_COMPILER names them.
std::map<std::string, std::string> compilers_of(const CMakeCache& cache);

}  // namespace ltoscope::buildcost

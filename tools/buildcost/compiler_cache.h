// What may compile in the compiler's stead: caches such as ccache, build farms such as distcc, and
// launchers of any kind. Figures taken through one describe it, not the build.
#pragma once

#include <string>
#include <vector>

#include "buildcost/cmake_cache.h"

namespace ltoscope::buildcost {

// Each finding names what was found and where ("CMAKE_CXX_COMPILER_LAUNCHER is ccache"). Empty:
// none. `commands` are the build's command lines; `environment` holds "NAME=value".
std::vector<std::string> find_compiler_caches(const CMakeCache& cache,
                                              const std::vector<std::string>& commands,
                                              const std::vector<std::string>& environment);

// This process's environment.
std::vector<std::string> own_environment();

}  // namespace ltoscope::buildcost

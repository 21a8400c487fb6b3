// The machine and the tools that figures were taken with, as JSON: no result without them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace ltoscope::buildcost {

// Processors that this process may use at once: those of its affinity mask, at most the control
// group's quota rounded up; at least 1.
int64_t cores_available();

// {"cpu_model", "cores_online", "cores_available", "cpu_quota", "memory_bytes",
// "memory_limit_bytes", "kernel",
//  "architecture", "system", "cmake", "ninja", "load_average": [1, 5, 15 minutes], "cpu_pressure":
//  {"avg10", "avg60", "avg300"} in percent, "unknown": [{"metric", "reason"}]}
// Load and pressure are of the moment of the call. A quota or limit that does not exist is null,
// without an entry in "unknown": it is known that there is none.
nlohmann::json machine_facts();

// The tools that a configured CMake build folder uses: {"compilers": {"CXX": {"path", "version"}},
// "linker":
// {"option", "version"}, "cmake", "ninja", "unknown": [..]}.
nlohmann::json toolchain_facts(const std::filesystem::path& build_folder);

}  // namespace ltoscope::buildcost

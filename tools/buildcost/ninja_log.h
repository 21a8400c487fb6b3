// Which build edges a ninja run has run, told from the .ninja_log before and after it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace ltoscope::buildcost {

struct EdgesRun {
  int64_t count = 0;              // commands; one that makes several files counts once
  std::set<std::string> outputs;  // as ninja names them: relative to the build folder, or absolute
};

// The log's text; empty when the folder has none, since nothing was built there.
std::string read_ninja_log(const std::filesystem::path& build_folder);

// Ninja appends to its log while it builds and now and then rewrites it whole; both are understood.
// `name` is what messages call the file. Throws Failure(bad_input) naming the line that is no log
// line.
EdgesRun edges_run(std::string_view before, std::string_view after, const std::string& name);

}  // namespace ltoscope::buildcost

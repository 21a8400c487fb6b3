// Keeps a copy of a project's sources, so that builds, touches and edits never reach the user's own
// files.
#pragma once

#include <filesystem>
#include <string>

namespace ltoscope::buildcost {

// Makes `copy` hold what `project` holds, without .git, build folders (./build, and any folder with
// a CMakeCache.txt) and `left_out`. Times and modes are kept, but all is writable by its owner; a
// link means in the copy what it meant in the project, so one that points into the project points
// into the copy.
//
// In a copy from an earlier call only what differs is written, and that gets the present time, as
// does what a broken-off measurement left touched: builds made from the copy are then out of date
// and not wrongly up to date.
//
// Requires: `copy` is ours to change. Throws Failure naming the file that cannot be read or
// written.
void copy_tree(const std::filesystem::path& project, const std::filesystem::path& copy,
               const std::filesystem::path& left_out);

// Differs when a name, a link or a byte of what copy_tree would copy differs. Sixteen hexadecimal
// digits.
std::string fingerprint_of_tree(const std::filesystem::path& project,
                                const std::filesystem::path& left_out);

}  // namespace ltoscope::buildcost

// The processes below one process, and the memory they hold now, read from /proc.
//
// Memory is PSS where it can be read: pages that several processes share are divided among them, so
// that a sum over processes counts each page once. Where smaps_rollup is unreadable (another user's
// process, an old kernel) it is RSS, which counts shared pages once per process.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace ltoscope::buildcost {

struct ProcessEntry {
  pid_t id;
  pid_t parent;
  std::string name;
  bool has_ended;  // a zombie: waits for its parent, holds no memory
};

// Every process there is. `proc` is /proc outside tests, here and below.
std::set<pid_t> all_process_ids(const std::filesystem::path& proc);

// Children, their children, and so on, of `root`; without it. Processes in `ignored` are not even
// read, and what is below them is not found.
std::vector<ProcessEntry> processes_below(const std::filesystem::path& proc, pid_t root,
                                          const std::set<pid_t>& ignored);

// What /proc tells cheaply: it costs some microseconds per process.
struct TreeResidence {
  int64_t processes = 0;               // that held memory
  int64_t largest_resident_bytes = 0;  // the largest RSS of one process
  // Private pages of all processes, and once the pages that the process with most of them has from
  // files. Goes up and down with the PSS of a tree that runs the same programs several times; it
  // tells when a look at PSS is worth its price.
  int64_t level_bytes = 0;
};

// What costs milliseconds per process, since the kernel walks all its pages.
struct TreeMemory {
  int64_t bytes = 0;            // PSS where readable, else RSS, over all processes
  int64_t measured_by_pss = 0;  // processes
  int64_t measured_by_rss = 0;
};

// Processes are read one after the other, so "at one moment" means within a call. Those that end
// meanwhile count for nothing.
TreeResidence residence_of(const std::filesystem::path& proc,
                           const std::vector<ProcessEntry>& processes);
TreeMemory memory_of(const std::filesystem::path& proc, const std::vector<ProcessEntry>& processes);

}  // namespace ltoscope::buildcost

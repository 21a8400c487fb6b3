// Runs one command and measures what it costs: wall and CPU time, its largest process, and the
// largest sum of memory over its whole process tree at one moment. Descendants are followed also
// when they leave their parent (this process adopts them), and none outlives the call.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ltoscope::buildcost {

struct Command {
  std::vector<std::string> words;  // a first word without '/' is searched on the PATH
  std::filesystem::path folder;    // where it runs
  std::filesystem::path log;       // a new file: its stdout and stderr
};

struct MeteredRun {
  // How it ended. At most one of the two is not 0.
  int exit_code = 0;
  int signal = 0;

  double wall_seconds = 0;
  // Of the command, of what it waited for, and of what it left to us; not of processes that existed
  // before.
  double user_seconds = 0;
  double system_seconds = 0;

  std::optional<int64_t> largest_process_bytes;
  std::string process_method;
  // A sampled maximum, so a lower bound. Nothing when the command ended before the first sample.
  std::optional<int64_t> largest_tree_bytes;
  std::string tree_method;
  double largest_gap_seconds =
      0;  // between two samples; above the nominal period on a busy machine

  // Names of processes that were still running when the command ended. They were ended; what they
  // had used until then is in the CPU times, but what they would have done for this command is not
  // known.
  std::vector<std::string> left_behind;

  bool succeeded() const { return exit_code == 0 && signal == 0; }
};

// Throws Failure when the command cannot be started (program, system's reason), and Interrupted
// when SIGINT, SIGTERM or SIGHUP arrived, after the whole tree was ended.
MeteredRun run_metered(const Command& command);

// The seam at which tests put a runner that only pretends.
using Runner = std::function<MeteredRun(const Command&)>;

}  // namespace ltoscope::buildcost

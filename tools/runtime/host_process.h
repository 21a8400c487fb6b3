// Runs one host command: a fresh process in its own process group, its stdout kept whole, of its
// stderr the last line. The group is killed when the time is up, when the user interrupts, and when
// the host leaves children behind; the kernel kills the host should this program die first.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ltoscope::runtime {

// How a host ended. Exactly one of the four ways holds: not started, timed out, signal, exit code.
struct HostExit {
  std::string not_started;  // the system's reason, or empty
  bool timed_out = false;
  int signal = 0;
  int exit_code = 0;
  bool output_too_long = false;  // more than longest_host_output bytes; the host was killed
  double timeout_seconds = 0;
  std::string output;
  std::string last_error_line;  // without its newline; empty when stderr was
};

inline constexpr std::size_t longest_host_output = 64 << 20;

// Requires: words is not empty. A first word without '/' is searched on the PATH; the host runs in
// `folder`. Throws Interrupted when a signal was noted (command/interruption.h), after killing the
// group.
HostExit run_host_process(const std::vector<std::string>& words,
                          const std::filesystem::path& folder, double timeout_seconds);

// Empty for a host that exited with code 0, else how it failed, in words.
std::string fault_of(const HostExit& exit);

}  // namespace ltoscope::runtime

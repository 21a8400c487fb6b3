// Fork, exec, collect the two streams, wait.
#include "runtime/host_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <chrono>

#include "command/failure.h"
#include "command/interruption.h"

namespace ltoscope::runtime {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int tick_milliseconds = 100;        // how late an end that closes no pipe may be noticed
constexpr std::size_t kept_of_stderr = 4096;  // bytes at its end

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    std::array<int, 2> ends;
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw Failure(ExitCode::incomplete, fmt::format("cannot make a pipe: {}", ::strerror(errno)));
    }
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    close_end(read_end);
    close_end(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  static void close_end(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

// The child's half: only calls that are safe after fork. Reports errno of a failed exec through
// `problem`.
[[noreturn]] void become_host(char* const* arguments, const char* folder, pid_t parent, int output,
                              int errors, int problem) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
  int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  if (::chdir(folder) == 0) ::execvp(arguments[0], arguments);
  int error = errno;
  [[maybe_unused]] ssize_t written = ::write(problem, &error, sizeof error);
  ::_exit(127);
}

// Appends what can be read; closes the end when there will be no more.
void drain(int& end, std::string& into) {
  std::array<char, 65536> buffer;
  ssize_t count = ::read(end, buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) {
    Pipe::close_end(end);
  } else {
    into.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

// Whether the child has ended; it stays waitable.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

// Reads both streams until they close, the child ends, the time is up, or a signal is noted.
void collect(pid_t child, Pipe& output, Pipe& errors, std::string& error_text, HostExit& exit) {
  Clock::time_point deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(exit.timeout_seconds));
  bool ended = false;
  while (output.read_end >= 0 || errors.read_end >= 0 || !ended) {
    if (noted_signal() != 0) return;
    if (Clock::now() >= deadline) {
      exit.timed_out = !has_ended(child);
      return;
    }
    std::array<pollfd, 2> ends = {pollfd{output.read_end, POLLIN, 0},
                                  pollfd{errors.read_end, POLLIN, 0}};
    bool both_closed = output.read_end < 0 && errors.read_end < 0;
    int ready = ::poll(ends.data(), ends.size(), both_closed ? 1 : tick_milliseconds);
    if (ready > 0) {
      if (ends[0].revents != 0) drain(output.read_end, exit.output);
      if (ends[1].revents != 0) drain(errors.read_end, error_text);
      if (error_text.size() > 2 * kept_of_stderr)
        error_text.erase(0, error_text.size() - kept_of_stderr);
      if (exit.output.size() > longest_host_output) {
        exit.output_too_long = true;
        return;
      }
    } else if (ended) {
      return;  // it is gone, and who still holds its pipes is silent
    } else if (ready == 0) {
      ended = has_ended(child);
    }
  }
}

std::string last_line(std::string_view text) {
  std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return "";
  text = text.substr(0, end + 1);
  std::size_t newline = text.find_last_of('\n');
  return std::string(newline == std::string_view::npos ? text : text.substr(newline + 1));
}

}  // namespace

HostExit run_host_process(const std::vector<std::string>& words,
                          const std::filesystem::path& folder, double timeout_seconds) {
  assert(!words.empty());
  stop_if_interrupted();
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  Pipe output, errors, problem;
  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child < 0) {
    throw Failure(ExitCode::incomplete,
                  fmt::format("cannot start a process: {}", ::strerror(errno)));
  }
  if (child == 0) {
    become_host(arguments.data(), folder.c_str(), parent, output.write_end, errors.write_end,
                problem.write_end);
  }
  ::setpgid(child, child);  // both sides set it, so that neither can come too late
  Pipe::close_end(output.write_end);
  Pipe::close_end(errors.write_end);
  Pipe::close_end(problem.write_end);

  HostExit exit;
  exit.timeout_seconds = timeout_seconds;
  int exec_error = 0;
  ssize_t told;
  do {
    told = ::read(problem.read_end, &exec_error, sizeof exec_error);
  } while (told < 0 && errno == EINTR);
  if (told == sizeof exec_error) {
    ::waitpid(child, nullptr, 0);
    exit.not_started =
        fmt::format("{} in {}: {}", words[0], folder.string(), ::strerror(exec_error));
    return exit;
  }

  std::string error_text;
  collect(child, output, errors, error_text, exit);
  ::kill(-child, SIGKILL);  // after a good end this reaches only what the host left behind
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  stop_if_interrupted();
  exit.last_error_line = last_line(error_text);
  if (exit.timed_out || exit.output_too_long) return exit;
  if (WIFSIGNALED(status)) exit.signal = WTERMSIG(status);
  if (WIFEXITED(status)) exit.exit_code = WEXITSTATUS(status);
  return exit;
}

std::string fault_of(const HostExit& exit) {
  if (!exit.not_started.empty()) return "the host could not be started: " + exit.not_started;
  if (exit.timed_out)
    return fmt::format("the host was still running after {} s", exit.timeout_seconds);
  if (exit.output_too_long) {
    return fmt::format("the host printed more than {} MiB", longest_host_output >> 20);
  }
  if (exit.signal != 0)
    return fmt::format("the host was killed by SIG{}", ::sigabbrev_np(exit.signal));
  if (exit.exit_code != 0) return fmt::format("the host exited with code {}", exit.exit_code);
  return "";
}

}  // namespace ltoscope::runtime

// A pipe and posix_spawn.
#include "command/child_lines.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "command/failure.h"

extern char** environ;

namespace ltoscope {
namespace {

constexpr std::size_t chunk_bytes = 64 * 1024;

// Splits what comes into lines.
class LineSplitter {
 public:
  explicit LineSplitter(const std::function<void(std::string_view)>& take) : take_(take) {}

  void add(std::string_view bytes) {
    while (true) {
      std::size_t end = bytes.find('\n');
      if (end == bytes.npos) break;
      if (rest_.empty()) {
        take_(bytes.substr(0, end));
      } else {
        rest_ += bytes.substr(0, end);
        take_(rest_);
        rest_.clear();
      }
      bytes.remove_prefix(end + 1);
    }
    rest_ += bytes;
  }
  void finish() {
    if (!rest_.empty()) take_(rest_);
  }

 private:
  const std::function<void(std::string_view)>& take_;
  std::string rest_;
};

struct SpawnActions {
  SpawnActions() { posix_spawn_file_actions_init(&actions); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions); }
  posix_spawn_file_actions_t actions;
};

pid_t start(const std::vector<std::string>& command, int output) {
  SpawnActions spawn;
  posix_spawn_file_actions_addopen(&spawn.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&spawn.actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&spawn.actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  pid_t child = 0;
  int error =
      posix_spawnp(&child, arguments[0], &spawn.actions, nullptr, arguments.data(), environ);
  if (error != 0) {
    throw Failure(ExitCode::incomplete,
                  fmt::format("{}: cannot be run: {}", command[0], std::strerror(error)));
  }
  return child;
}

}  // namespace

std::string find_program(const std::string& name) {
  const char* folders = std::getenv("PATH");
  std::string_view rest = folders == nullptr ? "" : folders;
  while (!rest.empty()) {
    std::size_t end = std::min(rest.find(':'), rest.size());
    std::string path = fmt::format("{}/{}", rest.substr(0, end), name);
    if (::access(path.c_str(), X_OK) == 0) return path;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "";
}

void for_each_line_of(const std::vector<std::string>& command,
                      const std::function<void(std::string_view)>& take) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Failure(ExitCode::incomplete,
                  fmt::format("{}: no pipe for its output: {}", command[0], std::strerror(errno)));
  }
  pid_t child = 0;
  try {
    child = start(command, ends[1]);
  } catch (...) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw;
  }
  ::close(ends[1]);
  LineSplitter lines(take);
  std::vector<char> chunk(chunk_bytes);
  ssize_t count = 0;
  while ((count = ::read(ends[0], chunk.data(), chunk.size())) > 0 ||
         (count < 0 && errno == EINTR)) {
    if (count > 0) lines.add({chunk.data(), static_cast<std::size_t>(count)});
  }
  ::close(ends[0]);
  lines.finish();
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw Failure(
        ExitCode::incomplete,
        fmt::format("{} ended with {} {}", command[0], WIFEXITED(status) ? "exit code" : "signal",
                    WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status)));
  }
}

}  // namespace ltoscope

// Whole-file writing and the two standard streams.
#include "command/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "command/failure.h"

namespace ltoscope {
namespace {

bool progress_is_silent = false;

[[noreturn]] void fail_to_write(std::string_view what, int error) {
  throw Failure(ExitCode::bad_input,
                fmt::format("{}: cannot write: {}", what, std::strerror(error)));
}

// Returns 0, or the errno of the write that failed.
int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// A terminal, a pipe or /dev/null must not be replaced by a file.
void write_device(const std::filesystem::path& path, std::string_view content) {
  int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail_to_write(path.string(), errno);
  int error = write_all(descriptor, content);
  ::close(descriptor);
  if (error != 0) fail_to_write(path.string(), error);
}

}  // namespace

void write_file_whole(const std::filesystem::path& named, std::string_view content) {
  std::error_code ignored;
  // What a link points to is replaced, not the link.
  std::filesystem::path path = std::filesystem::is_symlink(named, ignored)
                                   ? std::filesystem::weakly_canonical(named)
                                   : named;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    write_device(path, content);
    return;
  }
  std::string unfinished = fmt::format("{}.unfinished.{}", path.string(), ::getpid());
  int descriptor = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail_to_write(path.string(), errno);
  int error = write_all(descriptor, content);
  // Some file systems report a full disk only here.
  if (error == 0 && ::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS) error = errno;
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(unfinished.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(unfinished.c_str());
    fail_to_write(path.string(), error);
  }
}

void write_result(const std::filesystem::path& path, std::string_view content) {
  if (!path.empty()) {
    write_file_whole(path, content);
    return;
  }
  if (int error = write_all(STDOUT_FILENO, content)) fail_to_write("standard output", error);
}

void say_progress(std::string_view line) {
  if (!progress_is_silent) fmt::print(stderr, "{}\n", line);
}

void silence_progress() { progress_is_silent = true; }

}  // namespace ltoscope

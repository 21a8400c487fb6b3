// Times are compared as the file system keeps them, read back after each touch.
#include "buildcost/source_change.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "buildcost/text_file.h"
#include "command/failure.h"
#include "command/interruption.h"

namespace ltoscope::buildcost {
namespace {

// Some file systems keep whole seconds, and FAT two of them.
constexpr std::chrono::milliseconds longest_wait{2500};
constexpr std::chrono::milliseconds pause{5};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what, int error) {
  ExitCode code = error == ENOSPC ? ExitCode::incomplete : ExitCode::bad_input;
  throw Failure(code, fmt::format("{}: {}: {}", file.string(), what, ::strerror(error)));
}

timespec time_of(const std::filesystem::path& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0) fail(file, "cannot read its time", errno);
  return status.st_mtim;
}

bool is_later(const timespec& a, const timespec& b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

void set_time(const std::filesystem::path& file, const timespec& time) {
  timespec times[2] = {{0, UTIME_OMIT}, time};
  if (::utimensat(AT_FDCWD, file.c_str(), times, 0) != 0) fail(file, "cannot set its time", errno);
}

}  // namespace

SourceChange::SourceChange(std::filesystem::path file)
    : file_(std::move(file)), text_(text_of(file_)), time_(time_of(file_)) {}

SourceChange::~SourceChange() {
  if (text_is_original_) return;
  try {
    put_text_back();
  } catch (const Failure&) {
    // Reached while another failure is on its way. The next copy of the sources finds and repairs
    // the file.
  }
}

std::string SourceChange::make_newer_than(const std::vector<std::filesystem::path>& outputs) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  std::filesystem::path latest;
  timespec latest_time{};
  for (const std::filesystem::path& output : outputs) {
    timespec time = time_of(output);
    if (latest.empty() || is_later(time, latest_time)) {
      latest = output;
      latest_time = time;
    }
  }
  // A little ahead can be waited for below.
  timespec soon = {now.tv_sec + std::chrono::ceil<std::chrono::seconds>(longest_wait).count(),
                   now.tv_nsec};
  if (!latest.empty() && is_later(latest_time, soon)) {
    return fmt::format("{} is dated {} s into the future, so no source can be newer",
                       latest.string(), latest_time.tv_sec - now.tv_sec);
  }
  for (std::chrono::milliseconds waited{0}; waited < longest_wait; waited += pause) {
    set_time(file_, {0, UTIME_NOW});
    if (latest.empty() || is_later(time_of(file_), latest_time)) return "";
    stop_if_interrupted();
    std::this_thread::sleep_for(pause);
  }
  return fmt::format(
      "touching {} for {} ms did not make it newer than {}: the file system's times are too coarse",
      file_.string(), longest_wait.count(), latest.string());
}

void SourceChange::write(const std::string& text) {
  // In place: mode and links of the file stay as they are.
  int descriptor = ::open(file_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (descriptor < 0) fail(file_, "cannot write", errno);
  text_is_original_ = false;
  std::size_t written = 0;
  int error = 0;
  while (written < text.size() && error == 0) {
    ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
    if (count >= 0) written += static_cast<std::size_t>(count);
    if (count < 0 && errno != EINTR) error = errno;
  }
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0) fail(file_, "cannot write", error);
}

void SourceChange::put_text_back() {
  write(text_);
  text_is_original_ = true;
}

void SourceChange::put_time_back() { set_time(file_, time_); }

}  // namespace ltoscope::buildcost

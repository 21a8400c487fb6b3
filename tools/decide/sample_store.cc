// Reading, repairing and growing a sample file.
#include "decide/sample_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <string_view>
#include <utility>

#include "command/failure.h"

namespace ltoscope::decide {
namespace {

constexpr const char* continues = "batch_continues";
constexpr int format_version = 1;

// Empty, or why not all of it was written.
std::string write_and_sync(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return ::strerror(errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(descriptor) == 0 ? "" : ::strerror(errno);
}

// The keys in which two identities differ, in words.
std::string differing_keys(const nlohmann::json& before, const nlohmann::json& now) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : now.items()) {
    if (!before.contains(key) || before[key] != value) keys.push_back(key);
  }
  for (const auto& [key, value] : before.items()) {
    if (!now.contains(key)) keys.push_back(key);
  }
  return fmt::format("{}", fmt::join(keys, ", "));
}

}  // namespace

SampleStore::SampleStore(const std::filesystem::path& file, const nlohmann::json& identity)
    : file_(file) {
  open_and_lock();
  read();
  if (!header_.is_null() && header_["identity"] != identity) {
    std::string what = differing_keys(header_["identity"], identity);
    move_aside();
    notes_.back() += fmt::format(": they are of another study ({} changed)", what);
  }
  if (header_.is_null()) begin(identity);
}

SampleStore::~SampleStore() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SampleStore::open_and_lock() {
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw Failure(ExitCode::bad_input, fmt::format("{}: {}", file_.string(), ::strerror(errno)));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    int error = errno;
    ::close(std::exchange(descriptor_, -1));
    throw Failure(
        ExitCode::bad_input,
        error == EWOULDBLOCK
            ? fmt::format(
                  "{}: another study is writing it; let it end, or use another --work folder",
                  file_.string())
            : fmt::format("{}: cannot lock it: {}", file_.string(), ::strerror(error)));
  }
}

void SampleStore::read() {
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    ssize_t count =
        ::pread(descriptor_, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw Failure(ExitCode::bad_input, fmt::format("{}: {}", file_.string(), ::strerror(errno)));
    if (count == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }

  std::vector<nlohmann::json> batch;
  std::size_t at = 0;
  for (int64_t number = 1; at < text.size(); ++number) {
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;
    nlohmann::json line =
        nlohmann::json::parse(std::string_view(text).substr(at, end - at), nullptr,
                              /*allow_exceptions=*/false);
    bool is_header = number == 1 && line.is_object() &&
                     line.value("format_version", 0) == format_version && line.contains("identity");
    if (!line.is_object() || (number == 1 && !is_header)) {
      throw Failure(
          ExitCode::bad_input,
          fmt::format("{}: line {} is not {}; move the file away to start anew", file_.string(),
                      number, number == 1 ? "the header of a sample file" : "a JSON object"));
    }
    at = end + 1;
    if (is_header) {
      header_ = std::move(line);
      size_ = static_cast<int64_t>(at);
      continue;
    }
    bool whole = !line.value(continues, false);
    line.erase(continues);
    batch.push_back(std::move(line));
    if (!whole) continue;
    for (nlohmann::json& sample : batch) samples_.push_back(std::move(sample));
    batch.clear();
    size_ = static_cast<int64_t>(at);
  }
  if (size_ == static_cast<int64_t>(text.size())) return;
  cut_to(size_);
  notes_.push_back(fmt::format("{}: dropped an unfinished last write of {} bytes", file_.string(),
                               static_cast<int64_t>(text.size()) - size_));
}

void SampleStore::cut_to(int64_t size) {
  if (::ftruncate(descriptor_, size) != 0) {
    throw Failure(ExitCode::bad_input, fmt::format("{}: cannot cut off an unfinished write: {}",
                                                   file_.string(), ::strerror(errno)));
  }
}

void SampleStore::move_aside() {
  std::filesystem::path aside;
  for (int number = 1; aside.empty() || std::filesystem::exists(aside); ++number) {
    aside = file_.parent_path() /
            fmt::format("{}-{}{}", file_.stem().string(), number, file_.extension().string());
  }
  std::error_code problem;
  std::filesystem::rename(file_, aside, problem);
  if (problem) {
    throw Failure(ExitCode::bad_input, fmt::format("{}: cannot move it to {}: {}", file_.string(),
                                                   aside.string(), problem.message()));
  }
  notes_.push_back(fmt::format("earlier samples moved to {}", aside.string()));
  ::close(std::exchange(descriptor_, -1));
  header_ = nullptr;
  samples_.clear();
  size_ = 0;
  open_and_lock();
}

void SampleStore::begin(const nlohmann::json& identity) {
  header_ = {{"kind", "study"}, {"format_version", format_version}, {"identity", identity}};
  std::string line = header_.dump() + "\n";
  if (std::string reason = write_and_sync(descriptor_, line); !reason.empty()) {
    cut_to(0);
    throw Failure(ExitCode::bad_input, fmt::format("{}: cannot write: {}", file_.string(), reason));
  }
  size_ = static_cast<int64_t>(line.size());
}

void SampleStore::append(const std::vector<nlohmann::json>& batch) {
  assert(!batch.empty());
  std::string lines;
  for (std::size_t at = 0; at < batch.size(); ++at) {
    nlohmann::json line = batch[at];
    if (at + 1 < batch.size()) line[continues] = true;
    lines += line.dump() + "\n";
  }
  if (std::string reason = write_and_sync(descriptor_, lines); !reason.empty()) {
    cut_to(size_);
    throw Failure(ExitCode::bad_input, fmt::format("{}: cannot write: {}", file_.string(), reason));
  }
  size_ += static_cast<int64_t>(lines.size());
  samples_.insert(samples_.end(), batch.begin(), batch.end());
}

}  // namespace ltoscope::decide

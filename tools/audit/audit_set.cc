// Walks folders, and audits in parallel by file.
#include "audit/audit_set.h"

#include <elf.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "command/failure.h"
#include "command/parallel.h"
#include "elf/file_kind.h"

namespace ltoscope::audit {
namespace {

// By its first bytes: class, order and type of an ELF header.
bool is_linked_elf(const std::filesystem::path& path) {
  std::array<char, EI_NIDENT + 2> start{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(start.data(), start.size())) return false;
  if (!elf::has_elf_magic(std::as_bytes(std::span(start)))) return false;
  bool big = start[EI_DATA] == ELFDATA2MSB;
  int low = static_cast<uint8_t>(start[EI_NIDENT + (big ? 1 : 0)]);
  int high = static_cast<uint8_t>(start[EI_NIDENT + (big ? 0 : 1)]);
  int type = low | high << 8;
  return type == ET_DYN || type == ET_EXEC;
}

class FolderWalk {
 public:
  explicit FolderWalk(LibraryFiles& found) : found_(found) {}

  void walk(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::recursive_directory_iterator place(
        folder, std::filesystem::directory_options::skip_permission_denied, error);
    if (error) {
      throw Failure(ExitCode::bad_input, fmt::format("{}: cannot read the folder: {}",
                                                     folder.string(), error.message()));
    }
    std::vector<std::string> files;
    for (; place != std::filesystem::recursive_directory_iterator(); place.increment(error)) {
      if (error) break;
      look_at(*place, files);
    }
    if (error) {
      throw Failure(ExitCode::bad_input, fmt::format("{}: cannot read all of the folder: {}",
                                                     folder.string(), error.message()));
    }
    std::sort(files.begin(), files.end());
    found_.files.insert(found_.files.end(), files.begin(), files.end());
  }

 private:
  void look_at(const std::filesystem::directory_entry& entry, std::vector<std::string>& files) {
    std::error_code ignored;
    if (entry.is_symlink(ignored) || !entry.is_regular_file(ignored)) return;
    struct stat status{};
    bool is_new = ::stat(entry.path().c_str(), &status) == 0 &&
                  seen_.insert({status.st_dev, status.st_ino}).second;
    if (is_new && is_linked_elf(entry.path())) {
      files.push_back(entry.path().string());
    } else {
      ++found_.passed_over;
    }
  }

  LibraryFiles& found_;
  std::set<std::pair<dev_t, ino_t>> seen_;
};

SetEntry audit_one(const std::string& file, const AuditOptions& options) {
  try {
    return {file, audit_file(file, options), {}, false};
  } catch (const DebugInformationAlone& failure) {
    return {file, std::nullopt, failure.what(), true};
  } catch (const Failure& failure) {
    return {file, std::nullopt, failure.what(), false};
  }
}

}  // namespace

LibraryFiles find_libraries(const std::vector<std::string>& paths) {
  LibraryFiles found;
  FolderWalk walk(found);
  for (const std::string& path : paths) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
      walk.walk(path);
    } else {
      found.files.push_back(path);
    }
  }
  return found;
}

void audit_each(const std::vector<std::string>& files, const AuditOptions& options,
                const std::function<void(std::size_t, SetEntry&&)>& take) {
  AuditOptions of_one = options;
  if (files.size() > 1) of_one.threads = 1;
  std::mutex mutex;
  std::condition_variable turn;
  std::size_t next = 0;
  for_each_piece(files.size(), options.threads, [&](std::size_t index) {
    SetEntry entry;
    std::exception_ptr failure;
    try {
      entry = audit_one(files[index], of_one);
    } catch (...) {
      failure = std::current_exception();  // no memory: but the others wait for this one's turn
    }
    std::unique_lock lock(mutex);
    turn.wait(lock, [&] { return next == index; });
    ++next;
    turn.notify_all();
    if (failure) std::rethrow_exception(failure);
    take(index, std::move(entry));
  });
}

}  // namespace ltoscope::audit

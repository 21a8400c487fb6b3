// A recursive walk; what it leaves out is decided in one place for copy and fingerprint alike.
#include "buildcost/tree_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>
#include <vector>

#include "buildcost/text_file.h"
#include "command/failure.h"
#include "command/interruption.h"

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

struct Walk {
  fs::path project;   // canonical
  fs::path left_out;  // weakly canonical
};

bool is_left_out(const Walk& walk, const fs::directory_entry& entry) {
  fs::path name = entry.path().filename();
  if (name == ".git") return true;  // a folder, or a file in a worktree or submodule
  if (entry.is_symlink() || !entry.is_directory()) return false;
  if (name == "build" && entry.path().parent_path() == walk.project) return true;
  return entry.path() == walk.left_out || fs::exists(entry.path() / "CMakeCache.txt");
}

bool is_copied_kind(const fs::directory_entry& entry) {
  return entry.is_symlink() || entry.is_directory() ||
         entry.is_regular_file();  // not sockets, pipes, devices
}

// What a folder holds, by name, so that a walk always takes the same order.
std::vector<fs::directory_entry> entries_of(const Walk& walk, const fs::path& folder) {
  std::vector<fs::directory_entry> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (is_copied_kind(entry) && !is_left_out(walk, entry)) entries.push_back(entry);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  auto [in_folder, in_path] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return in_folder == folder.end();
}

fs::path link_target_in_copy(const Walk& walk, const fs::path& link, const fs::path& copy) {
  fs::path target = fs::read_symlink(link);
  fs::path meant = (link.parent_path() / target).lexically_normal();
  bool stays = is_below(meant, walk.project);
  if (target.is_relative()) return stays ? target : meant;
  return stays ? copy / meant.lexically_relative(walk.project) : target;
}

struct stat status_of(const fs::path& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) {
    throw fs::filesystem_error("lstat", path, std::error_code(errno, std::generic_category()));
  }
  return status;
}

bool same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

// Writable, whatever the original is: an edit must be able to write it.
void copy_permissions(const fs::path& from, const fs::path& to) {
  fs::permissions(to, fs::status(from).permissions() | fs::perms::owner_write);
}

void copy_link(const Walk& walk, const fs::path& from, const fs::path& to, const fs::path& copy) {
  fs::path target = link_target_in_copy(walk, from, copy);
  if (fs::is_symlink(to) && fs::read_symlink(to) == target) return;
  fs::remove_all(to);
  fs::create_symlink(target, to);
}

void copy_regular_file(const fs::path& from, const fs::path& to) {
  struct stat original = status_of(from);
  bool is_new = !fs::is_regular_file(fs::symlink_status(to));
  if (is_new) {
    fs::remove_all(to);
  } else {
    struct stat present = status_of(to);
    bool same = original.st_size == present.st_size &&
                (same_time(original.st_mtim, present.st_mtim) || text_of(from) == text_of(to));
    if (same) {
      copy_permissions(from, to);
      return;
    }
  }
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
  copy_permissions(from, to);
  // A changed file keeps the present time: an older one would make builds of the former text look
  // up to date.
  if (is_new) {
    timespec times[2] = {original.st_atim, original.st_mtim};
    ::utimensat(AT_FDCWD, to.c_str(), times, 0);
  }
}

void copy_folder(const Walk& walk, const fs::path& from, const fs::path& to, const fs::path& copy) {
  if (!fs::is_directory(fs::symlink_status(to))) {
    fs::remove_all(to);
    fs::create_directories(to);
  }
  std::set<fs::path> names;
  for (const fs::directory_entry& entry : entries_of(walk, from)) {
    stop_if_interrupted();
    fs::path name = entry.path().filename();
    names.insert(name);
    if (entry.is_symlink()) {
      copy_link(walk, entry.path(), to / name, copy);
    } else if (entry.is_directory()) {
      copy_folder(walk, entry.path(), to / name, copy);
    } else {
      copy_regular_file(entry.path(), to / name);
    }
  }
  std::vector<fs::path> gone;
  for (const fs::directory_entry& entry : fs::directory_iterator(to)) {
    if (!names.contains(entry.path().filename())) gone.push_back(entry.path());
  }
  for (const fs::path& path : gone) fs::remove_all(path);
  copy_permissions(from, to);
}

uint64_t fingerprint_of_folder(const Walk& walk, const fs::path& folder, uint64_t fingerprint) {
  for (const fs::directory_entry& entry : entries_of(walk, folder)) {
    std::string text = entry.path().lexically_relative(walk.project).string() + '\0';
    if (entry.is_symlink()) {
      text += "link" + fs::read_symlink(entry.path()).string() + '\0';
    } else if (entry.is_regular_file()) {
      bool runs =
          (fs::status(entry.path()).permissions() & fs::perms::owner_exec) != fs::perms::none;
      text += fmt::format("file{}{:016x}", runs ? "x" : "-", fingerprint_of_file(entry.path()));
    }
    fingerprint = fingerprint_with(fingerprint, text);
    if (!entry.is_symlink() && entry.is_directory()) {
      fingerprint = fingerprint_of_folder(walk, entry.path(), fingerprint);
    }
  }
  return fingerprint;
}

Walk walk_of(const fs::path& project, const fs::path& left_out) {
  return {fs::canonical(project), fs::weakly_canonical(fs::absolute(left_out))};
}

[[noreturn]] void fail(const fs::filesystem_error& error) {
  std::string path = error.path2().empty() ? error.path1().string() : error.path2().string();
  ExitCode code =
      error.code() == std::errc::no_space_on_device ? ExitCode::incomplete : ExitCode::bad_input;
  throw Failure(code, fmt::format("{}: cannot copy the sources: {}", path, error.code().message()));
}

}  // namespace

void copy_tree(const fs::path& project, const fs::path& copy, const fs::path& left_out) {
  try {
    Walk walk = walk_of(project, left_out);
    copy_folder(walk, walk.project, copy, fs::weakly_canonical(fs::absolute(copy)));
  } catch (const fs::filesystem_error& error) {
    fail(error);
  }
}

std::string fingerprint_of_tree(const fs::path& project, const fs::path& left_out) {
  try {
    Walk walk = walk_of(project, left_out);
    return fmt::format("{:016x}", fingerprint_of_folder(walk, walk.project, fingerprint_start));
  } catch (const fs::filesystem_error& error) {
    fail(error);
  }
}

}  // namespace ltoscope::buildcost

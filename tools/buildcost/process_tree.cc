// Parsing of /proc/PID/stat, statm and smaps_rollup. Read with bare system calls: this runs many
// times a second beside what is being measured.
#include "buildcost/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "command/units.h"

namespace ltoscope::buildcost {
namespace {

std::optional<std::string> contents_of(const std::string& path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  std::string text;
  std::array<char, 4096> buffer;
  ssize_t count;
  while ((count = ::read(descriptor, buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  ::close(descriptor);
  if (count < 0) return std::nullopt;
  return text;
}

// The first number in `text`, or nothing.
std::optional<int64_t> first_number(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  int64_t number = 0;
  std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc()) return std::nullopt;
  return number;
}

// "4711 (a name (with) anything) S 1 ...": the name ends at the last parenthesis.
std::optional<ProcessEntry> parse_stat(pid_t id, std::string_view stat) {
  std::size_t open = stat.find('(');
  std::size_t close = stat.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos ||
      close + 4 > stat.size()) {
    return std::nullopt;
  }
  char state = stat[close + 2];
  std::optional<int64_t> parent = first_number(stat.substr(close + 3));
  if (!parent) return std::nullopt;
  return ProcessEntry{id, static_cast<pid_t>(*parent),
                      std::string(stat.substr(open + 1, close - open - 1)),
                      state == 'Z' || state == 'X'};
}

struct Residence {
  int64_t resident_bytes;
  int64_t shared_bytes;  // of files and shared memory
};

// Nothing also for a process without memory, which has just ended. "900 100 50 ...": total,
// resident, shared pages.
std::optional<Residence> residence_of_one(const std::filesystem::path& process) {
  static const int64_t page = ::sysconf(_SC_PAGESIZE);
  std::optional<std::string> statm = contents_of(process / "statm");
  if (!statm) return std::nullopt;
  std::size_t second = std::min(statm->find(' '), statm->size());
  std::size_t third = std::min(statm->find(' ', second + 1), statm->size());
  std::optional<int64_t> resident = first_number(std::string_view(*statm).substr(second));
  std::optional<int64_t> shared = first_number(std::string_view(*statm).substr(third));
  if (!resident || !shared || *resident == 0) return std::nullopt;
  return Residence{*resident * page, *shared * page};
}

std::optional<int64_t> proportional_bytes(const std::filesystem::path& process) {
  std::optional<std::string> rollup = contents_of(process / "smaps_rollup");
  if (!rollup) return std::nullopt;
  static constexpr std::string_view label = "\nPss:";
  std::size_t at = rollup->find(label);
  if (at == std::string::npos) return std::nullopt;
  std::optional<int64_t> kib = first_number(std::string_view(*rollup).substr(at + label.size()));
  if (!kib) return std::nullopt;
  return *kib * bytes_in_kib;
}

}  // namespace

std::set<pid_t> all_process_ids(const std::filesystem::path& proc) {
  std::set<pid_t> ids;
  DIR* directory = ::opendir(proc.c_str());
  if (directory == nullptr) return ids;
  while (const dirent* entry = ::readdir(directory)) {
    std::string_view name = entry->d_name;
    if (name.find_first_not_of("0123456789") != std::string_view::npos) continue;
    if (std::optional<int64_t> id = first_number(name)) ids.insert(static_cast<pid_t>(*id));
  }
  ::closedir(directory);
  return ids;
}

std::vector<ProcessEntry> processes_below(const std::filesystem::path& proc, pid_t root,
                                          const std::set<pid_t>& ignored) {
  std::multimap<pid_t, ProcessEntry> by_parent;
  for (pid_t id : all_process_ids(proc)) {
    if (ignored.contains(id)) continue;
    std::optional<std::string> stat = contents_of(proc / std::to_string(id) / "stat");
    if (!stat) continue;  // it has ended
    if (std::optional<ProcessEntry> process = parse_stat(id, *stat))
      by_parent.emplace(process->parent, *process);
  }
  std::vector<ProcessEntry> below;
  std::vector<pid_t> parents = {root};
  while (!parents.empty()) {
    pid_t parent = parents.back();
    parents.pop_back();
    auto [first, last] = by_parent.equal_range(parent);
    for (auto child = first; child != last; ++child) {
      parents.push_back(child->second.id);
      below.push_back(child->second);
    }
    // Each parent is expanded once: /proc is read entry by entry, so a reused id could close a
    // circle.
    by_parent.erase(first, last);
  }
  return below;
}

TreeResidence residence_of(const std::filesystem::path& proc,
                           const std::vector<ProcessEntry>& processes) {
  TreeResidence tree;
  int64_t private_bytes = 0;
  int64_t largest_shared_bytes = 0;
  for (const ProcessEntry& process : processes) {
    std::optional<Residence> one = residence_of_one(proc / std::to_string(process.id));
    if (!one) continue;
    ++tree.processes;
    tree.largest_resident_bytes = std::max(tree.largest_resident_bytes, one->resident_bytes);
    private_bytes += one->resident_bytes - one->shared_bytes;
    largest_shared_bytes = std::max(largest_shared_bytes, one->shared_bytes);
  }
  tree.level_bytes = private_bytes + largest_shared_bytes;
  return tree;
}

TreeMemory memory_of(const std::filesystem::path& proc,
                     const std::vector<ProcessEntry>& processes) {
  TreeMemory sum;
  for (const ProcessEntry& process : processes) {
    std::filesystem::path folder = proc / std::to_string(process.id);
    std::optional<int64_t> proportional = proportional_bytes(folder);
    // Asked afterwards: what is still there was not unreadable because it ended.
    std::optional<Residence> resident = residence_of_one(folder);
    if (!resident) continue;
    sum.bytes += proportional ? *proportional : resident->resident_bytes;
    ++(proportional ? sum.measured_by_pss : sum.measured_by_rss);
  }
  return sum;
}

}  // namespace ltoscope::buildcost

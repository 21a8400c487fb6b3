// Reads /proc/self/cgroup for the groups, then the limit files from each group up to the root of
// its mount.
#include "buildcost/cgroup_limits.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

namespace ltoscope::buildcost {
namespace {

namespace fs = std::filesystem;

// Version 1 writes "no limit" as the largest page-aligned number; no machine has that much memory.
constexpr int64_t no_memory_limit_from = int64_t{1} << 60;

template <class Number>
void tighten(std::optional<Number>& limit, Number found) {
  limit = limit ? std::min(*limit, found) : found;
}

void read_version_2(const fs::path& group, CgroupLimits& limits) {
  std::string quota;
  double period = 0;
  if (std::ifstream(group / "cpu.max") >> quota >> period && quota != "max" && period > 0) {
    tighten(limits.cpus, std::stod(quota) / period);
  }
  int64_t bytes = 0;  // "max" is no number and leaves the stream failed
  if (std::ifstream(group / "memory.max") >> bytes) tighten(limits.memory_bytes, bytes);
}

void read_version_1_cpu(const fs::path& group, CgroupLimits& limits) {
  double quota = 0;
  double period = 0;
  if (std::ifstream(group / "cpu.cfs_quota_us") >> quota &&
      std::ifstream(group / "cpu.cfs_period_us") >> period && quota > 0 && period > 0) {
    tighten(limits.cpus, quota / period);
  }
}

void read_version_1_memory(const fs::path& group, CgroupLimits& limits) {
  int64_t bytes = 0;
  if (std::ifstream(group / "memory.limit_in_bytes") >> bytes && bytes < no_memory_limit_from) {
    tighten(limits.memory_bytes, bytes);
  }
}

// Inside a container the named group may not be there, but those around it are.
void up_to_mount(const fs::path& mount, const fs::path& group,
                 const std::function<void(const fs::path&, CgroupLimits&)>& read,
                 CgroupLimits& limits) {
  for (fs::path at = group.relative_path();; at = at.parent_path()) {
    read(mount / at, limits);
    if (at.empty()) return;
  }
}

}  // namespace

CgroupLimits read_cgroup_limits(const fs::path& root) {
  CgroupLimits limits;
  fs::path mounts = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line;
       std::getline(groups, line);) {  // "4:cpu,cpuacct:/user.slice", or "0::/user.slice"
    std::istringstream fields(line);
    std::string number, controllers, group;
    std::getline(fields, number, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, group);
    std::string listed = "," + controllers + ",";
    if (controllers.empty()) {
      fs::path mount = fs::exists(mounts / "unified") ? mounts / "unified" : mounts;
      up_to_mount(mount, group, read_version_2, limits);
    }
    if (listed.find(",cpu,") != std::string::npos) {
      up_to_mount(mounts / controllers, group, read_version_1_cpu, limits);
    }
    if (listed.find(",memory,") != std::string::npos) {
      up_to_mount(mounts / controllers, group, read_version_1_memory, limits);
    }
  }
  return limits;
}

}  // namespace ltoscope::buildcost

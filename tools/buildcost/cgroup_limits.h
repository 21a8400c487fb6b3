// The CPU and memory limits that control groups put on this process, versions 1, 2 and both at
// once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ltoscope::buildcost {

// Nothing where there is no limit. The tightest of the group and of all groups around it.
struct CgroupLimits {
  std::optional<double> cpus;
  std::optional<int64_t> memory_bytes;
};

// `root` is "/" outside tests. Expects the groups to be mounted below /sys/fs/cgroup, as every
// distribution does.
CgroupLimits read_cgroup_limits(const std::filesystem::path& root);

}  // namespace ltoscope::buildcost

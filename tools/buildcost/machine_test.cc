// Limits from folders that look like control groups; facts from the machine that runs the tests.
#include "buildcost/machine.h"

#include <gtest/gtest.h>

#include "buildcost/cgroup_limits.h"
#include "buildcost/temporary_project.h"

namespace ltoscope::buildcost {
namespace {

TEST(CgroupLimits, Version2TakesTheTightestUpToTheRoot) {
  TemporaryProject root;
  root.write("proc/self/cgroup", "0::/user/app\n");
  root.write("sys/fs/cgroup/user/app/cpu.max", "max 100000\n");
  root.write("sys/fs/cgroup/user/cpu.max", "150000 100000\n");
  root.write("sys/fs/cgroup/user/app/memory.max", "4000000000\n");
  root.write("sys/fs/cgroup/user/memory.max", "max\n");
  CgroupLimits limits = read_cgroup_limits(root.folder());
  EXPECT_DOUBLE_EQ(limits.cpus.value(), 1.5);
  EXPECT_EQ(limits.memory_bytes.value(), 4'000'000'000);
}

TEST(CgroupLimits, Version1IsReadPerController) {
  TemporaryProject root;
  root.write("proc/self/cgroup", "5:cpu,cpuacct:/box\n4:memory:/box\n1:name=systemd:/box\n0::/\n");
  root.write("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "200000\n");
  root.write("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n");
  root.write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1073741824\n");
  CgroupLimits limits = read_cgroup_limits(root.folder());
  EXPECT_DOUBLE_EQ(limits.cpus.value(), 2);
  EXPECT_EQ(limits.memory_bytes.value(), 1 << 30);
}

TEST(CgroupLimits, ALimitOfTheContainersRootCounts) {
  TemporaryProject root;
  root.write("proc/self/cgroup", "4:memory:/not/visible/in/here\n");
  root.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
  EXPECT_EQ(read_cgroup_limits(root.folder()).memory_bytes.value(), 1 << 30);
}

TEST(CgroupLimits, NoLimitIsNotANumber) {
  TemporaryProject root;
  root.write("proc/self/cgroup", "5:cpu:/\n4:memory:/\n");
  root.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  root.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  root.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  CgroupLimits limits = read_cgroup_limits(root.folder());
  EXPECT_FALSE(limits.cpus.has_value());
  EXPECT_FALSE(limits.memory_bytes.has_value());
  EXPECT_FALSE(read_cgroup_limits(root / "missing").memory_bytes.has_value());
}

TEST(Machine, EveryFactIsThereOrHasItsReason) {
  nlohmann::json facts = machine_facts();
  EXPECT_GE(facts.at("cores_available").get<int64_t>(), 1);
  EXPECT_LE(facts.at("cores_available").get<int64_t>(), facts.at("cores_online").get<int64_t>());
  EXPECT_GT(facts.at("memory_bytes").get<int64_t>(), 64 << 20);
  EXPECT_EQ(facts.at("cmake").get<std::string>().rfind("cmake version ", 0), 0u);
  EXPECT_EQ(facts.at("load_average").size(), 3u);
  for (const auto& [name, value] : facts.items()) {
    bool is_limit = name == "cpu_quota" || name == "memory_limit_bytes";
    if (!value.is_null() || is_limit) continue;
    bool has_reason = false;
    for (const nlohmann::json& entry : facts.at("unknown")) {
      has_reason = has_reason ||
                   (entry.at("metric") == name && !entry.at("reason").get<std::string>().empty());
    }
    EXPECT_TRUE(has_reason) << name;
  }
}

TEST(Machine, ToolsAreThoseOfTheBuildFolder) {
  TemporaryProject build;
  build.write("CMakeCache.txt",
              "CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/clang++-19\nCMAKE_MAKE_PROGRAM:FILEPATH=ninja\n"
              "CMAKE_COMMAND:INTERNAL=/no/such/cmake\n");
  build.write("build.ninja", "  LINK_FLAGS = -fuse-ld=lld -Wl,-z,defs\n");
  nlohmann::json facts = toolchain_facts(build.folder());
  EXPECT_NE(
      facts.at("compilers").at("CXX").at("version").get<std::string>().find("clang version 19"),
      std::string::npos);
  EXPECT_EQ(facts.at("linker").at("option"), "-fuse-ld=lld");
  EXPECT_NE(facts.at("linker").at("version").get<std::string>().find("LLD 19"), std::string::npos);
  EXPECT_TRUE(facts.at("cmake").is_null());
  EXPECT_EQ(facts.at("unknown").at(0).at("metric"), "cmake");
}

}  // namespace
}  // namespace ltoscope::buildcost

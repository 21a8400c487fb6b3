// The process tree is read from a folder that looks like /proc.
#include "buildcost/process_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "buildcost/temporary_project.h"

namespace ltoscope::buildcost {
namespace {

const int64_t page = ::sysconf(_SC_PAGESIZE);

void add_process(const TemporaryProject& proc, pid_t id, pid_t parent, const std::string& name,
                 char state = 'S') {
  proc.write(fmt::format("{}/stat", id),
             fmt::format("{} ({}) {} {} 1 1 0\n", id, name, state, parent));
  proc.write(fmt::format("{}/statm", id), "900 100 50 1 0 10 0\n");
  proc.write(fmt::format("{}/smaps_rollup", id),
             "00400000-7ff0 ---p 0 0 0 [rollup]\nRss: 400 kB\nPss:   300 kB\n");
}

std::vector<pid_t> ids_of(const std::vector<ProcessEntry>& processes) {
  std::vector<pid_t> ids;
  for (const ProcessEntry& process : processes) ids.push_back(process.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

TEST(ProcessTree, HoldsGrandchildrenAndNoStrangers) {
  TemporaryProject proc;
  add_process(proc, 10, 1, "ltoscope");
  add_process(proc, 20, 10, "ninja");
  add_process(proc, 30, 20, "clang++");
  add_process(proc, 40, 1, "stranger");
  EXPECT_EQ(ids_of(processes_below(proc.folder(), 10, {})), (std::vector<pid_t>{20, 30}));
}

TEST(ProcessTree, NamesMayHoldParenthesesAndSpaces) {
  TemporaryProject proc;
  add_process(proc, 20, 10, "a) S 99 (b");
  std::vector<ProcessEntry> below = processes_below(proc.folder(), 10, {});
  ASSERT_EQ(below.size(), 1u);
  EXPECT_EQ(below[0].name, "a) S 99 (b");
  EXPECT_TRUE(processes_below(proc.folder(), 99, {}).empty());
}

TEST(ProcessTree, IgnoredProcessesAndWhatIsBelowThemAreNotFound) {
  TemporaryProject proc;
  add_process(proc, 20, 10, "before");
  add_process(proc, 30, 20, "below");
  add_process(proc, 21, 10, "ours");
  EXPECT_EQ(ids_of(processes_below(proc.folder(), 10, {20})), (std::vector<pid_t>{21}));
}

TEST(ProcessTree, ACircleOfReusedNumbersEnds) {
  TemporaryProject proc;
  add_process(proc, 10, 20, "root");
  add_process(proc, 20, 10, "child");
  EXPECT_LE(processes_below(proc.folder(), 10, {}).size(), 2u);
}

TEST(TreeMemory, SumsPssOverTheProcesses) {
  TemporaryProject proc;
  add_process(proc, 20, 10, "a");
  add_process(proc, 21, 10, "b");
  TreeMemory memory = memory_of(proc.folder(), processes_below(proc.folder(), 10, {}));
  EXPECT_EQ(memory.bytes, 2 * 300 * 1024);
  EXPECT_EQ(memory.measured_by_pss, 2);
  EXPECT_EQ(memory.measured_by_rss, 0);
}

TEST(TreeMemory, TakesRssWherePssIsUnreadable) {
  TemporaryProject proc;
  add_process(proc, 20, 10, "ours");
  add_process(proc, 21, 10, "of another user");
  std::filesystem::remove(proc / "21/smaps_rollup");
  TreeMemory memory = memory_of(proc.folder(), processes_below(proc.folder(), 10, {}));
  EXPECT_EQ(memory.bytes, 300 * 1024 + 100 * page);
  EXPECT_EQ(memory.measured_by_pss, 1);
  EXPECT_EQ(memory.measured_by_rss, 1);
}

TEST(TreeMemory, ZombiesAndVanishedProcessesHoldNone) {
  TemporaryProject proc;
  add_process(proc, 20, 10, "zombie", 'Z');
  proc.write("20/statm", "0 0 0 0 0 0 0\n");
  TreeMemory memory = memory_of(proc.folder(), {{20, 10, "zombie", true}, {77, 10, "gone", false}});
  EXPECT_EQ(memory.bytes, 0);
  EXPECT_EQ(memory.measured_by_pss + memory.measured_by_rss, 0);
  EXPECT_EQ(
      residence_of(proc.folder(), {{20, 10, "zombie", true}, {77, 10, "gone", false}}).processes,
      0);
}

TEST(TreeResidence, CountsPrivatePagesPerProcessAndSharedPagesOnce) {
  TemporaryProject proc;
  add_process(proc, 20, 10, "a");  // 100 pages, 50 of them shared
  add_process(proc, 21, 10, "b");
  proc.write("21/statm", "900 200 80 1 0 10 0\n");
  TreeResidence residence = residence_of(proc.folder(), processes_below(proc.folder(), 10, {}));
  EXPECT_EQ(residence.processes, 2);
  EXPECT_EQ(residence.largest_resident_bytes, 200 * page);
  EXPECT_EQ(residence.level_bytes, (50 + 120 + 80) * page);
}

}  // namespace
}  // namespace ltoscope::buildcost

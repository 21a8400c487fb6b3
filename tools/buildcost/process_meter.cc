// Fork, exec, sample until the child ends, adopt and end what it leaves.
#include "buildcost/process_meter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <set>
#include <utility>

#include "buildcost/process_tree.h"
#include "command/failure.h"
#include "command/interruption.h"
#include "command/units.h"

namespace ltoscope::buildcost {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::chrono::milliseconds period{20};
constexpr std::chrono::milliseconds first_period{
    1};  // doubles until it is `period`: short commands count too
// The measurer must not become the load: after a sample that took t, the next one starts no sooner
// than 10 t.
constexpr int idle_share = 10;
constexpr std::chrono::milliseconds longest_pause{500};
constexpr std::chrono::milliseconds grace{
    100};                                    // for what is just ending when the command has ended
constexpr std::chrono::seconds patience{2};  // between asking processes to end and killing them
// A copy that goes on to start a program touches some more pages than one that ends at once: half a
// MiB, measured.
constexpr int64_t copy_slack_bytes = 2048 * bytes_in_kib;
const std::filesystem::path proc = "/proc";

[[noreturn]] void fail(const std::string& what, int error) {
  throw Failure(ExitCode::incomplete, fmt::format("{}: {}", what, ::strerror(error)));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

// By number: the header of glibc 2.36 declares pidfd_open for C alone.
int open_process(pid_t process) { return static_cast<int>(::syscall(SYS_pidfd_open, process, 0)); }

// While one lives, orphans below this process become its children.
class Adoption {
 public:
  Adoption() {
    ::prctl(PR_GET_CHILD_SUBREAPER, &before_);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (const ProcessEntry& process : processes_below(proc, ::getpid(), {}))
      children_before_.insert(process.id);
    foreign_ = all_process_ids(proc);
  }
  ~Adoption() { ::prctl(PR_SET_CHILD_SUBREAPER, before_); }
  Adoption(const Adoption&) = delete;
  Adoption& operator=(const Adoption&) = delete;

  // What runs below this process and did not before. Reading every process of the machine each time
  // would cost more than some builds, so those that were once found foreign are passed over; not
  // for ever, since their numbers may be used again. Approximate for that long when a parent ends
  // at the very moment of a look; all_of_tree() is not.
  std::vector<ProcessEntry> tree() {
    return ++looks_ % looks_between_all == 0 ? all_of_tree()
                                             : processes_below(proc, ::getpid(), foreign_);
  }

  std::vector<ProcessEntry> all_of_tree() {
    // Listed before the look: what starts in between is not taken for foreign.
    std::set<pid_t> listed = all_process_ids(proc);
    std::vector<ProcessEntry> below = processes_below(proc, ::getpid(), children_before_);
    for (const ProcessEntry& process : below) listed.erase(process.id);
    foreign_ = std::move(listed);
    return below;
  }

 private:
  static constexpr int64_t looks_between_all = 50;
  int before_ = 0;
  int64_t looks_ = 0;
  std::set<pid_t> children_before_;
  std::set<pid_t> foreign_;
};

// The child's half: only calls that are safe after fork. Reports errno of what failed through
// `problem`.
[[noreturn]] void become_command(char* const* arguments, const char* folder, pid_t parent, int log,
                                 int problem) {
  ::setpgid(0, 0);  // a Ctrl-C at the terminal reaches us alone, and we end the tree in order
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
  int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  if (::chdir(folder) == 0) ::execvp(arguments[0], arguments);
  int error = errno;
  [[maybe_unused]] ssize_t written = ::write(problem, &error, sizeof error);
  ::_exit(127);
}

// Returns once the child runs the command's program and no longer this one, so that no sample sees
// our copy.
pid_t start(const Command& command) {
  assert(!command.words.empty());
  std::vector<char*> arguments;
  for (const std::string& word : command.words)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Descriptor log(::open(command.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (log.number() < 0) fail(command.log.string(), errno);
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("cannot make a pipe", errno);
  Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);

  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child < 0) fail("cannot start a process", errno);
  if (child == 0) {
    become_command(arguments.data(), command.folder.c_str(), parent, log.number(),
                   write_end.number());
  }
  write_end.close();
  int error = 0;
  ssize_t told;
  do {
    told = ::read(read_end.number(), &error, sizeof error);
  } while (told < 0 && errno == EINTR);
  if (told == sizeof error) {
    ::waitpid(child, nullptr, 0);
    fail(fmt::format("cannot run {} in {}", command.words[0], command.folder.string()), error);
  }
  return child;
}

// Everything sampled so far.
class Samples {
 public:
  // Looks at the tree now. PSS is read only where the cheap level is near its highest: reading it
  // always would take a tenth of a core away from the build that is measured.
  void look(const std::vector<ProcessEntry>& tree) {
    Clock::time_point now = Clock::now();
    if (count_ > 0) largest_gap_ = std::max(largest_gap_, now - last_);
    TreeResidence residence = residence_of(proc, tree);
    if (residence.processes == 0) return;
    last_ = now;
    ++count_;
    largest_resident_bytes_ = std::max(largest_resident_bytes_, residence.largest_resident_bytes);
    if (static_cast<double>(residence.level_bytes) <
        near_peak * static_cast<double>(highest_level_))
      return;
    highest_level_ = std::max(highest_level_, residence.level_bytes);
    TreeMemory memory = memory_of(proc, tree);
    largest_tree_bytes_ = std::max(largest_tree_bytes_, memory.bytes);
    measured_by_pss_ += memory.measured_by_pss;
    measured_by_rss_ += memory.measured_by_rss;
  }

  void describe(MeteredRun& run) const {
    std::string every = fmt::format("sampled every {} ms", period.count());
    run.tree_method = "PSS of the process tree, " + every;
    if (measured_by_rss_ > 0) {
      run.tree_method =
          measured_by_pss_ > 0
              ? "PSS of the process tree (RSS for processes whose PSS is unreadable), " + every
              : "RSS of the process tree (shared pages counted once per process), " + every;
    }
    if (largest_tree_bytes_ > 0) run.largest_tree_bytes = largest_tree_bytes_;
    run.largest_gap_seconds = Seconds(largest_gap_).count();
  }

  std::optional<int64_t> largest_resident_bytes() const {
    return count_ > 0 ? std::optional(largest_resident_bytes_) : std::nullopt;
  }

 private:
  static constexpr double near_peak = 0.95;
  int64_t count_ = 0;
  Clock::time_point last_;
  Clock::duration largest_gap_{0};
  int64_t highest_level_ = 0;
  int64_t largest_tree_bytes_ = 0;
  int64_t largest_resident_bytes_ = 0;
  int64_t measured_by_pss_ = 0;
  int64_t measured_by_rss_ = 0;
};

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_usec) / microseconds_in_second;
}

void add_usage(MeteredRun& run, const rusage& usage) {
  run.user_seconds += seconds_of(usage.ru_utime);
  run.system_seconds += seconds_of(usage.ru_stime);
  run.largest_process_bytes =
      std::max(run.largest_process_bytes.value_or(0), int64_t{usage.ru_maxrss} * bytes_in_kib);
}

// A child starts as a copy of this process, and the kernel books the copy's size to the child's
// ru_maxrss: this is what it then says of a program that needs less. 0 when it cannot be found out.
int64_t size_of_copy() {
  pid_t copy = ::fork();
  if (copy == 0) ::_exit(0);
  rusage usage{};
  if (copy < 0 || ::wait4(copy, nullptr, 0, &usage) != copy) return 0;
  return int64_t{usage.ru_maxrss} * bytes_in_kib;
}

// Waits for orphans that have become our children and have ended.
void reap_adopted(const std::vector<ProcessEntry>& tree, pid_t command, MeteredRun& run) {
  for (const ProcessEntry& process : tree) {
    if (process.parent != ::getpid() || process.id == command) continue;
    rusage usage{};
    if (::wait4(process.id, nullptr, WNOHANG, &usage) == process.id) add_usage(run, usage);
  }
}

// Of this thread. Not the wall clock: on a busy machine a sample may be interrupted for long and
// cost little.
Clock::duration own_cpu_time() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// Samples until the command has ended or a signal was noted. Says whether it has ended.
bool sample_until_end(pid_t command, Adoption& adoption, Samples& samples, MeteredRun& run) {
  Descriptor end(open_process(command));
  assert(end.number() >= 0);
  Clock::duration due = first_period;
  // The first time there is nothing but the command itself, and it may be over very soon.
  std::vector<ProcessEntry> tree = {ProcessEntry{command, ::getpid(), "", false}};
  for (;;) {
    Clock::time_point began = Clock::now();
    Clock::duration cpu_before = own_cpu_time();
    samples.look(tree);
    due = std::min(due * 2, Clock::duration(period));
    Clock::duration busy = own_cpu_time() - cpu_before;
    Clock::duration pause =
        std::clamp((idle_share - 1) * busy, Clock::duration(0), Clock::duration(longest_pause));
    pause = std::max({pause, due - (Clock::now() - began), Clock::duration(first_period)});
    timespec wait{0, std::chrono::nanoseconds(pause).count()};
    pollfd ended{end.number(), POLLIN, 0};
    if (::ppoll(&ended, 1, &wait, nullptr) > 0) return true;
    if (noted_signal() != 0) return false;
    tree = adoption.tree();
    reap_adopted(tree, command, run);
  }
}

// Ends every process of the tree: first lets them be for a while, then asks, then kills, and gives
// up on what cannot be killed. Returns the names of those that had to be asked.
std::vector<std::string> end_tree(pid_t command, Adoption& adoption, Clock::duration leave_alone,
                                  MeteredRun& run) {
  std::vector<std::string> names;
  std::set<pid_t> asked;
  Clock::time_point ask_from = Clock::now() + leave_alone;
  Clock::time_point kill_from = ask_from + patience;
  for (;;) {
    std::vector<ProcessEntry> tree = adoption.all_of_tree();
    reap_adopted(tree, command, run);
    std::erase_if(tree, [](const ProcessEntry& process) { return process.has_ended; });
    if (tree.empty() || Clock::now() >= kill_from + patience) return names;
    bool ask_now = Clock::now() >= ask_from;
    bool kill_now = Clock::now() >= kill_from;
    for (const ProcessEntry& process : tree) {
      if (ask_now && asked.insert(process.id).second) {
        names.push_back(process.name);
        ::kill(process.id, SIGTERM);
      }
      if (kill_now) ::kill(process.id, SIGKILL);
    }
    ::usleep(5000);
  }
}

}  // namespace

MeteredRun run_metered(const Command& command) {
  InterruptionWatch watch;
  stop_if_interrupted();
  Adoption adoption;
  MeteredRun run;
  Samples samples;
  if (Descriptor probe(open_process(::getpid())); probe.number() < 0) {
    fail("pidfd_open (Linux 5.3 or newer is needed)", errno);
  }
  int64_t copy_bytes = size_of_copy();

  Clock::time_point began = Clock::now();
  pid_t child = start(command);
  bool ended = sample_until_end(child, adoption, samples, run);
  run.wall_seconds = Seconds(Clock::now() - began).count();
  if (!ended) end_tree(child, adoption, Clock::duration(0), run);
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  add_usage(run, usage);
  run.left_behind = end_tree(child, adoption, grace, run);
  stop_if_interrupted();  // also when the command ended first: the same signal may have ended it

  if (WIFSIGNALED(status)) run.signal = WTERMSIG(status);
  if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  run.process_method = "largest ru_maxrss among the command's processes";
  if (*run.largest_process_bytes <= copy_bytes + copy_slack_bytes) {
    run.process_method =
        fmt::format("largest RSS of one process, sampled every {} ms", period.count());
    run.largest_process_bytes = samples.largest_resident_bytes();
  }
  samples.describe(run);
  return run;
}

}  // namespace ltoscope::buildcost

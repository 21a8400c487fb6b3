// What accounting costs a pair of new and delete: the nine cases of Apache DataFusion Comet's
// alloc_overhead benchmark (pull request 5934), accounting off and on.
//
// The sizes defend themselves: below the flush threshold of 64 KiB a pair cancels in the thread's
// drift; 32 KiB is the largest such power of two, 64 KiB flushes on every new and every delete, and
// the parallel cases show what many threads pay for flushing to one balance. Filling and growing
// are what an engine does with its blocks.
//
// Before anything is timed each copy proves which allocator it runs on; a program that would time
// another one ends. Unless told otherwise, repetitions are interleaved at random, so that a drift
// of the machine meets both sides.
#include <benchmark/benchmark.h>
#include <dlfcn.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "alloc_subjects.h"

namespace {

using bench::AllocCases;
using bench::AllocSubject;

// Requires that operator new lies in the named file, that glibc's books move by what is allocated,
// and that the accounting, where there is one, moves by exactly the usable size and back.
void prove_live(const AllocSubject& subject) {
  auto fail = [&](const std::string& what) {
    throw std::runtime_error("accounting " + subject.name + ": " + what +
                             "; its times would mean nothing");
  };
  const AllocCases& cases = *subject.cases;
  Dl_info where{};
  if (::dladdr(cases.operator_new, &where) == 0 || where.dli_fname == nullptr ||
      std::string_view(where.dli_fname).find(subject.owner) == std::string_view::npos) {
    fail(std::string("operator new is in ") +
         (where.dli_fname ? where.dli_fname : "no known file") + ", expected " + subject.owner);
  }
  if (subject.accounts != (cases.balance != nullptr))
    fail("the accounting is not the one the name says");

  constexpr int64_t count = 1000;
  constexpr int64_t bytes = 1000;
  std::vector<void*> blocks(count);
  int64_t balance_before = subject.accounts ? cases.balance() : 0;
  int64_t glibc_before = static_cast<int64_t>(::mallinfo2().uordblks);
  int64_t usable = 0;
  for (void*& block : blocks) {
    block = cases.allocate(bytes);
    usable += static_cast<int64_t>(::malloc_usable_size(block));
  }
  int64_t glibc_moved = static_cast<int64_t>(::mallinfo2().uordblks) - glibc_before;
  int64_t balance_moved = subject.accounts ? cases.balance() - balance_before : 0;
  for (void* block : blocks) cases.release(block);
  // A few blocks may have come from the thread's cache, which glibc counts as in use already.
  if (glibc_moved < count * bytes * 9 / 10) {
    fail("glibc's books moved by " + std::to_string(glibc_moved) + " bytes for " +
         std::to_string(usable));
  }
  if (subject.accounts && balance_moved != usable) {
    fail("the balance moved by " + std::to_string(balance_moved) + " bytes for " +
         std::to_string(usable));
  }
  if (subject.accounts && cases.balance() != balance_before) fail("the balance did not return");
}

constexpr int64_t pairs_per_call = 256;

using Loop = void (*)(int64_t bytes, int64_t times);

benchmark::internal::Benchmark* add(const std::string& name, Loop loop, int64_t bytes,
                                    int64_t times_per_call) {
  auto* added = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    while (state.KeepRunningBatch(times_per_call)) loop(bytes, times_per_call);
  });
  auto lowest = [](const std::vector<double>& times) {
    return *std::min_element(times.begin(), times.end());
  };
  auto highest = [](const std::vector<double>& times) {
    return *std::max_element(times.begin(), times.end());
  };
  return added->ComputeStatistics("min", lowest)->ComputeStatistics("max", highest);
}

void add_cases(const AllocSubject& subject) {
  const AllocCases& cases = *subject.cases;
  constexpr int64_t kib = 1024;
  auto named = [&](const std::string& name) { return name + "/" + subject.name; };
  add(named("alloc_free_16b"), cases.alloc_free, 16, pairs_per_call);
  add(named("alloc_free_256b"), cases.alloc_free, 256, pairs_per_call);
  add(named("alloc_free_4096b"), cases.alloc_free, 4 * kib, pairs_per_call);
  add(named("alloc_free_32kb"), cases.alloc_free, 32 * kib, pairs_per_call);
  add(named("alloc_free_64kb"), cases.alloc_free, 64 * kib, pairs_per_call);
  add(named("alloc_fill_free_64kb"), cases.alloc_fill_free, 64 * kib, 16);
  add(named("grow_vec_to_64kb"), cases.grow_vector, 64 * kib, 1);
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  add(named("parallel_alloc_free_32kb"), cases.alloc_free, 32 * kib, pairs_per_call)
      ->Threads(threads)
      ->UseRealTime();
  add(named("parallel_alloc_free_64kb"), cases.alloc_free, 64 * kib, pairs_per_call)
      ->Threads(threads)
      ->UseRealTime();
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<AllocSubject> subjects;
  try {
    subjects = bench::alloc_subjects(argv[0]);
    for (const AllocSubject& subject : subjects) prove_live(subject);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  for (const AllocSubject& subject : subjects) add_cases(subject);

  // Defaults come first: a user's own flag, read later, wins.
  std::vector<std::string> arguments = {
      argv[0], "--benchmark_repetitions=9", "--benchmark_min_time=0.05",
      "--benchmark_enable_random_interleaving=true", "--benchmark_report_aggregates_only=true"};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

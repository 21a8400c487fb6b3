// Batches, on one thread or on one for each core.
#include "alloc_overhead/measure.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <thread>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kib = 1024;

double nanoseconds_of(const AllocCase& each, const AllocCases& cases) {
  Clock::time_point start = Clock::now();
  (cases.*each.loop)(each.bytes, each.times);
  std::chrono::duration<double, std::nano> time = Clock::now() - start;
  return time.count() / static_cast<double>(each.times);
}

// The slowest thread's: all of them start at once and meet.
double nanoseconds_on_all_cores(const AllocCase& each, const AllocCases& cases) {
  std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<double> times(threads);
  std::barrier together(static_cast<std::ptrdiff_t>(threads));
  std::vector<std::thread> running;
  for (double& time : times) {
    running.emplace_back([&] {
      together.arrive_and_wait();
      time = nanoseconds_of(each, cases);
    });
  }
  for (std::thread& thread : running) thread.join();
  return *std::ranges::max_element(times);
}

}  // namespace

const std::vector<AllocCase>& alloc_cases_to_time() {
  static const std::vector<AllocCase> cases = {
      {"pair of 64 B", &AllocCases::alloc_free, 64, 20'000, false},
      {"random mix", &AllocCases::mix, 0, 20'000, false},
      {"alloc_free_16b", &AllocCases::alloc_free, 16, 20'000, false},
      {"alloc_free_256b", &AllocCases::alloc_free, 256, 20'000, false},
      {"alloc_free_4096b", &AllocCases::alloc_free, 4 * kib, 5'000, false},
      {"alloc_free_32kb", &AllocCases::alloc_free, 32 * kib, 5'000, false},
      {"alloc_free_64kb", &AllocCases::alloc_free, 64 * kib, 5'000, false},
      {"alloc_fill_free_64kb", &AllocCases::alloc_fill_free, 64 * kib, 100, false},
      {"grow_vec_to_64kb", &AllocCases::grow_vector, 64 * kib, 4, false},
      {"parallel_alloc_free_32kb", &AllocCases::alloc_free, 32 * kib, 5'000, true},
      {"parallel_alloc_free_64kb", &AllocCases::alloc_free, 64 * kib, 5'000, true}};
  return cases;
}

std::vector<std::vector<Samples>> measure(const std::vector<AllocCase>& cases,
                                          const std::vector<AllocSubject>& subjects,
                                          int64_t rounds) {
  std::vector<std::vector<Samples>> samples(cases.size(), std::vector<Samples>(subjects.size()));
  // The first round warms up.
  for (int64_t round = 0; round <= rounds; ++round) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      for (std::size_t turn = 0; turn < subjects.size(); ++turn) {
        std::size_t subject = (turn + static_cast<std::size_t>(round)) % subjects.size();
        const AllocCases& of_subject = *subjects[subject].cases;
        double time = cases[i].on_all_cores ? nanoseconds_on_all_cores(cases[i], of_subject)
                                            : nanoseconds_of(cases[i], of_subject);
        if (round > 0) samples[i][subject].push_back(time);
      }
    }
  }
  return samples;
}

}  // namespace bench

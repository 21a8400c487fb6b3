// Times cases of subjects by turns: in every round each subject runs one batch of each case, and
// another one begins. So whatever the machine does meanwhile meets all of them, and two subjects
// can be compared round by round.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "alloc_overhead/subjects.h"

namespace bench {

struct AllocCase {
  std::string name;
  void (*AllocCases::*loop)(int64_t bytes, int64_t times);
  int64_t bytes;
  int64_t times;  // of a batch: pairs of new and delete, or vectors grown
  bool on_all_cores;
};

// The nine cases of Apache DataFusion Comet's alloc_overhead benchmark (pull request 5934), a pair
// of 64 bytes and the random mix.
//
// The sizes defend themselves: below the flush threshold of 64 KiB a pair cancels in what the
// thread gathers; 32 KiB is the largest such power of two, 64 KiB flushes on every new and every
// delete, and the parallel cases show what many threads pay for flushing to one balance. Filling
// and growing are what an engine does with its blocks.
const std::vector<AllocCase>& alloc_cases_to_time();

// Nanoseconds for one of `times`, of each round.
using Samples = std::vector<double>;

// Samples [case][subject].
std::vector<std::vector<Samples>> measure(const std::vector<AllocCase>& cases,
                                          const std::vector<AllocSubject>& subjects,
                                          int64_t rounds);

}  // namespace bench

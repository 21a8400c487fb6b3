// A counter with three thread-locals, each looked up for every block: a flag against counting what
// counting allocates, the drift, and the state of the thread's record. This is what Apache
// DataFusion Comet's allocation accounting did before its pull request 6166, and stands here to be
// compared.
#pragma once

#include <cstdint>

#include "alloc/shared_balance.h"

namespace bench {

enum class Record : int8_t { none, made, gone };

// In a file of their own, so that no two of them are found with one lookup.
extern constinit thread_local bool is_counting;
extern constinit thread_local int64_t drift;
extern constinit thread_local Record record;

class ThreeAccess {
 public:
  static bool allocated(int64_t bytes) noexcept { return gathered(bytes); }
  static bool freed(int64_t bytes) noexcept { return gathered(-bytes); }
  static void allocated_slowly(int64_t bytes) noexcept { gather_slowly(bytes); }
  static void freed_slowly(int64_t bytes) noexcept { gather_slowly(-bytes); }

 private:
  static bool gathered(int64_t bytes) noexcept {
    if (is_counting || record != Record::made) [[unlikely]]
      return false;
    is_counting = true;
    int64_t sum = drift + bytes;
    bool is_little = sum < engine::alloc::flush_threshold && sum > -engine::alloc::flush_threshold;
    if (is_little) [[likely]]
      drift = sum;
    is_counting = false;
    return is_little;
  }

  static void gather_slowly(int64_t bytes) noexcept;
};

}  // namespace bench

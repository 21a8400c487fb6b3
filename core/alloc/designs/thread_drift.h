// A counter: each thread gathers a signed drift, next to its phase, in one thread-local. In a
// library loaded with dlopen() that costs a call of the loader (__tls_get_addr) for every block
// that comes or goes. This is the design of Apache DataFusion Comet's allocation accounting (its
// pull request 6166), and it works everywhere.
#pragma once

#include <cstdint>

#include "alloc/shared_balance.h"
#include "alloc/thread_records.h"

namespace engine::alloc {

class ThreadDrift {
 public:
  // The one thread-local of the fast path: constant-initialised and without a destructor, so that
  // reading it needs no guard and stays valid until the thread is gone.
  struct State {
    int64_t drift;
    ThreadPhase phase;
  };

  static bool allocated(int64_t bytes) noexcept { return gathered(bytes); }
  static bool freed(int64_t bytes) noexcept { return gathered(-bytes); }
  static void allocated_slowly(int64_t bytes) noexcept { gather_slowly(bytes); }
  static void freed_slowly(int64_t bytes) noexcept { gather_slowly(-bytes); }

  // Adds the calling thread's drift to the shared balance.
  static void settle() noexcept;

 private:
  static bool gathered(int64_t bytes) noexcept {
    State& state = state_;
    // Relaxed, for whoever sums the drifts of other threads.
    int64_t drift = __atomic_load_n(&state.drift, __ATOMIC_RELAXED) + bytes;
    if (state.phase != ThreadPhase::registered || drift >= flush_threshold ||
        drift <= -flush_threshold) [[unlikely]] {
      return false;
    }
    __atomic_store_n(&state.drift, drift, __ATOMIC_RELAXED);
    return true;
  }

  static void gather_slowly(int64_t bytes) noexcept;
  static void leave() noexcept;

  static constinit thread_local State state_;
};

}  // namespace engine::alloc

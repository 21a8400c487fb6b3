// Accounting of live bytes: a signed process-wide balance, fed by a signed drift per thread. A
// thread's drift joins the balance when it reaches the flush threshold and when the thread ends.
// Observes only: never fails, never throws. The design is that of Apache DataFusion Comet's
// allocation accounting (pull request 6166).
//
// Threads: every function may be called from any thread, also from thread_local and pthread-key
// destructors. Exactness: balance() misses at most 64 KiB for each live thread; once other threads
// have ended and the caller has settled, it is exact. Blocks are counted by the size malloc really
// gave (malloc_usable_size) at both ends, since C++ does not always tell delete the size.
#pragma once

#include <cstdint>

namespace engine::alloc {

inline constexpr int64_t flush_threshold = 64 * 1024;

enum class Phase : int32_t {
  unregistered,  // nothing tracked yet on this thread
  registering,   // the exit guard is being registered, which may itself allocate
  registered,    // deltas gather in the drift
  exited,        // the exit guard has run; destructors that come later still allocate and free
};

// The one thread-local of the fast path: constant-initialised and without a destructor, so that
// reading it needs no guard and stays valid until the thread is gone.
struct ThreadState {
  int64_t drift;
  Phase phase;
};
static_assert(sizeof(ThreadState) == 16);

extern constinit thread_local ThreadState thread_state;

// The part of track() for first use, full drift, and threads that are registering or have exited.
void track_slowly(ThreadState& state, int64_t delta) noexcept;

// Adds delta bytes to the calling thread's share.
inline void track(int64_t delta) noexcept {
  ThreadState& state = thread_state;
  int64_t drift = state.drift + delta;
  if (state.phase == Phase::registered && drift < flush_threshold && drift > -flush_threshold)
      [[likely]] {
    state.drift = drift;
    return;
  }
  track_slowly(state, delta);
}

// Moves the calling thread's drift into the balance.
void settle() noexcept;

// The balance as settled so far, without the drifts of live threads.
int64_t balance() noexcept;

}  // namespace engine::alloc

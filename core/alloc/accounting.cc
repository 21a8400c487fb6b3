// The slow half of accounting: registering threads, flushing, settling at thread exit.
#include "alloc/accounting.h"

#include <atomic>
#include <utility>

namespace engine::alloc {

constinit thread_local ThreadState thread_state{0, Phase::unregistered};

namespace {

// Relaxed everywhere: the balance orders nothing, it is only summed.
constinit std::atomic<int64_t> shared_balance{0};

void flush(ThreadState& state) noexcept {
  shared_balance.fetch_add(std::exchange(state.drift, 0), std::memory_order_relaxed);
}

// Settles at thread exit. Apart from ThreadState so that the fast path's variable has no
// destructor.
struct ExitGuard {
  ExitGuard() noexcept {}
  ~ExitGuard() {
    flush(thread_state);
    // Destructors that run after this one would leave a drift that nothing settles.
    thread_state.phase = Phase::exited;
  }
};

[[gnu::noinline]] void register_exit_guard(ThreadState& state) noexcept {
  state.phase = Phase::registering;
  thread_local ExitGuard guard;
  state.phase = Phase::registered;
}

}  // namespace

[[gnu::noinline]] void track_slowly(ThreadState& state, int64_t delta) noexcept {
  switch (state.phase) {
    case Phase::unregistered:
      register_exit_guard(state);
      [[fallthrough]];
    case Phase::registered:
      state.drift += delta;
      if (state.drift >= flush_threshold || state.drift <= -flush_threshold) flush(state);
      return;
    case Phase::registering:
    case Phase::exited:
      shared_balance.fetch_add(delta, std::memory_order_relaxed);
      return;
  }
}

void settle() noexcept { flush(thread_state); }

int64_t balance() noexcept { return shared_balance.load(std::memory_order_relaxed); }

}  // namespace engine::alloc

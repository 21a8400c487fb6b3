// First use, full drift, and threads that are registering or have exited.
#include "alloc/designs/thread_drift.h"

namespace engine::alloc {

constinit thread_local ThreadDrift::State ThreadDrift::state_{0, ThreadPhase::unregistered};

namespace {

int64_t drift_at(const void* place) noexcept {
  return __atomic_load_n(&static_cast<const ThreadDrift::State*>(place)->drift, __ATOMIC_RELAXED);
}

}  // namespace

void ThreadDrift::settle() noexcept {
  int64_t drift = state_.drift;
  if (drift == 0) return;
  __atomic_store_n(&state_.drift, 0, __ATOMIC_RELAXED);
  add_to_shared(drift);
}

void ThreadDrift::leave() noexcept {
  settle();
  // Destructors that run after this would leave a drift that nothing settles.
  state_.phase = ThreadPhase::exited;
}

void ThreadDrift::gather_slowly(int64_t bytes) noexcept {
  static constexpr ThreadHooks hooks = {.leave = leave, .gathered_at = drift_at};
  State& state = state_;
  switch (state.phase) {
    case ThreadPhase::unregistered:
      state.phase = ThreadPhase::registering;
      state.phase = enter_thread(hooks, &state);
      [[fallthrough]];
    case ThreadPhase::registered: {
      int64_t drift = state.drift + bytes;
      __atomic_store_n(&state.drift, drift, __ATOMIC_RELAXED);
      if (drift >= flush_threshold || drift <= -flush_threshold) settle();
      return;
    }
    case ThreadPhase::registering:
    case ThreadPhase::exited:
      add_to_shared(bytes);
      return;
  }
}

}  // namespace engine::alloc

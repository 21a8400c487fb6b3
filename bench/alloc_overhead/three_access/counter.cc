// The three thread-locals, and what is rare.
#include "alloc_overhead/three_access/counter.h"

#include <utility>

#include "alloc/thread_records.h"

namespace bench {

constinit thread_local bool is_counting = false;
constinit thread_local int64_t drift = 0;
constinit thread_local Record record = Record::none;

namespace {

void leave() noexcept {
  engine::alloc::add_to_shared(std::exchange(drift, 0));
  record = Record::gone;
}

int64_t drift_at(const void* place) noexcept {
  return __atomic_load_n(static_cast<const int64_t*>(place), __ATOMIC_RELAXED);
}

}  // namespace

void ThreeAccess::gather_slowly(int64_t bytes) noexcept {
  static constexpr engine::alloc::ThreadHooks hooks = {.leave = leave, .gathered_at = drift_at};
  if (is_counting || record == Record::gone) return engine::alloc::add_to_shared(bytes);
  is_counting = true;
  if (record == Record::none) {
    engine::alloc::enter_thread(hooks, &drift);
    record = Record::made;
  }
  drift += bytes;
  if (drift >= engine::alloc::flush_threshold || drift <= -engine::alloc::flush_threshold) {
    engine::alloc::add_to_shared(std::exchange(drift, 0));
  }
  is_counting = false;
}

}  // namespace bench

// What happens when a credit is used up.
#include "alloc/designs/offset_cell.h"

#include <cstddef>

#include "alloc/shared_balance.h"
#include "alloc/thread_records.h"

namespace engine::alloc {
namespace {

// A cell. Only its thread writes it; others may read what is gathered.
struct Credits {
  int64_t gathered() const noexcept {
    return __atomic_load_n(&free, __ATOMIC_RELAXED) -
           __atomic_load_n(&allocation, __ATOMIC_RELAXED) -
           __atomic_load_n(&base, __ATOMIC_RELAXED);
  }

  void set(int64_t gathered, int64_t threshold) noexcept {
    __atomic_store_n(&base, gathered, __ATOMIC_RELAXED);
    __atomic_store_n(&allocation, threshold - gathered, __ATOMIC_RELAXED);
    __atomic_store_n(&free, threshold + gathered, __ATOMIC_RELAXED);
  }

  // Adds what is gathered to the shared balance, and leaves no credit.
  void settle() noexcept {
    int64_t bytes = gathered();
    set(0, 0);
    if (bytes != 0) add_to_shared(bytes);
  }

  int64_t allocation;
  int64_t free;
  int64_t base;
};
static_assert(offsetof(Credits, allocation) == 0 && offsetof(Credits, free) == sizeof(int64_t));

Credits& own_credits() noexcept {
  return *reinterpret_cast<Credits*>(static_cast<char*>(__builtin_thread_pointer()) +
                                     thread_cell_offset);
}

int64_t gathered_at(const void* place) noexcept {
  return static_cast<const Credits*>(place)->gathered();
}

}  // namespace

void OffsetCell::settle() noexcept { own_credits().settle(); }

void OffsetCell::refill() noexcept {
  static constexpr ThreadHooks hooks = {.leave = settle, .gathered_at = gathered_at};
  Credits& credits = own_credits();
  if (enter_thread(hooks, &credits) != ThreadPhase::registered) return credits.settle();
  int64_t bytes = credits.gathered();
  // From half on, so that the next time is at least as far away.
  if (bytes > flush_threshold / 2 || bytes < -flush_threshold / 2) {
    int64_t rest = rest_of_flush(bytes);
    add_to_shared(bytes - rest);
    bytes = rest;
  }
  credits.set(bytes, flush_threshold);
}

}  // namespace engine::alloc

// Three counters, each on its own.
#include "alloc/shared_balance.h"

#include <atomic>

namespace engine::alloc {
namespace {

constexpr std::size_t bytes_of_cache_line = 64;

// Apart from all else that may be written.
struct alignas(bytes_of_cache_line) Shared {
  std::atomic<int64_t> balance{0};
  std::atomic<int64_t> peak{0};
  std::atomic<int64_t> additions{0};
};

constinit Shared shared;

}  // namespace

void add_to_shared(int64_t bytes) noexcept {
  int64_t balance = shared.balance.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  // Not one step: that another addition is missed now and then costs less than counting it.
  shared.additions.store(shared.additions.load(std::memory_order_relaxed) + 1,
                         std::memory_order_relaxed);
  int64_t peak = shared.peak.load(std::memory_order_relaxed);
  while (balance > peak &&
         !shared.peak.compare_exchange_weak(peak, balance, std::memory_order_relaxed)) {
  }
}

int64_t shared_balance() noexcept { return shared.balance.load(std::memory_order_relaxed); }

int64_t shared_peak() noexcept { return shared.peak.load(std::memory_order_relaxed); }

int64_t shared_additions() noexcept { return shared.additions.load(std::memory_order_relaxed); }

}  // namespace engine::alloc

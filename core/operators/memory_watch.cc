// Limit and log.
#include "operators/memory_watch.h"

#include <atomic>
#include <chrono>
#include <cstdio>

#include "alloc/accounting.h"

namespace engine::operators {
namespace {

std::atomic<int64_t> log_interval{0};  // seconds
std::atomic<int64_t> next_log{0};      // seconds of a clock that never goes back

int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void log_if_due() {
  int64_t interval = log_interval.load(std::memory_order_relaxed);
  if (interval == 0) return;
  int64_t now = seconds_now();
  int64_t due = next_log.load(std::memory_order_relaxed);
  // One thread of those that see it.
  if (now < due || !next_log.compare_exchange_strong(due, now + interval)) return;
  alloc::Usage usage = alloc::usage();
  std::fprintf(stderr, "engine: %lld bytes are live, about %lld at most; %lld flushes, %.*s\n",
               static_cast<long long>(usage.allocated), static_cast<long long>(usage.peak),
               static_cast<long long>(usage.flushes), static_cast<int>(usage.design.size()),
               usage.design.data());
}

}  // namespace

void MemoryWatch::check() const {
  log_if_due();
  if (limit_ == 0) return;
  int64_t live = alloc::exact_balance();
  if (live > limit_) throw MemoryLimitExceeded(limit_, live);
}

void MemoryWatch::check_batch() const {
  if (limit_ != 0 && alloc::balance() > limit_) check();
}

void set_memory_log_interval(int64_t seconds) {
  next_log.store(seconds_now() + seconds, std::memory_order_relaxed);
  log_interval.store(seconds, std::memory_order_relaxed);
}

}  // namespace engine::operators

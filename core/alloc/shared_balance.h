// The process-wide count of bytes, to which threads add what they have gathered.
//
// Threads: all functions may be called from any thread at any time. Relaxed everywhere: the counts
// order nothing, they are only summed.
#pragma once

#include <cstdint>

namespace engine::alloc {

// What a thread gathers before it adds it to the shared balance.
inline constexpr int64_t flush_threshold = 64 * 1024;

// What of it a thread may keep when it adds: half a threshold, so that a block of about a threshold
// which comes and goes again and again is added once and not each time.
inline int64_t rest_of_flush(int64_t gathered) noexcept {
  return gathered > 0 ? flush_threshold / 2 : -flush_threshold / 2;
}

// Of one event, or of a gathered many.
void add_to_shared(int64_t bytes) noexcept;

int64_t shared_balance() noexcept;
// The highest that the shared balance has been; approximate, since what threads have gathered is
// not in it.
int64_t shared_peak() noexcept;
// About how often something was added.
int64_t shared_additions() noexcept;

}  // namespace engine::alloc

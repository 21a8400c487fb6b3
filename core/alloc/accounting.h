// Accounting of live bytes: operators new and delete of this library count every block with all its
// usable bytes (what malloc_usable_size() says), when it comes and when it goes. Observes only:
// never fails, never throws.
//
// Threads: every function may be called from any thread, also from thread_local and pthread-key
// destructors. Like malloc, none of them may be called from signal handlers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace engine::alloc {

// False in a library that leaves the operators to its host (host_owned.cc).
bool is_counting() noexcept;

// What bytes are then.
inline constexpr int64_t unknown_bytes = -1;

// The live bytes, as threads have settled them. Cheap: some loads. Misses for each live thread what
// it has gathered: at most 64 KiB, and what is on its stacks of free blocks (at most 300 KiB, and
// usually little).
int64_t balance() noexcept;

// The live bytes, with what threads have gathered. Takes a lock and looks at every thread; exact
// when no other thread allocates or frees meanwhile, also while threads live, after a fork, and in
// destructors.
int64_t exact_balance() noexcept;

// Adds what the calling thread has gathered to the balance.
void settle() noexcept;

struct Usage {
  int64_t allocated;  // exact_balance()
  int64_t peak;       // of the balance; approximate, since it misses what threads gather
  int64_t flushes;    // about how often threads added to the balance
  // Blocks that were deleted without their size being told; nothing: the design does not count
  // them.
  std::optional<int64_t> unsized_deletes;
  // Both end in a null byte.
  std::string_view design;   // how bytes are counted: "block_cache"
  std::string_view reason;   // why not a better one; empty: there is none
  std::string_view backend;  // backend_name()
};

Usage usage() noexcept;

// Whose blocks are counted, by its own account: "glibc 2.36". Ends in a null byte.
std::string_view backend_name() noexcept;

}  // namespace engine::alloc

// 32 bytes of each thread, at the same distance from the thread pointer in every thread, for a
// library that dlopen() loads.
//
// Such a library's own thread-locals are found by calling the loader (__tls_get_addr): where they
// lie differs from thread to thread. With the initial-exec model it does not, but a library that
// has any such variable can be loaded only while glibc's small surplus of static thread-local
// storage lasts, all of its thread-locals then come out of it, and loading fails as a whole when it
// is used up. So the cell stands in a library of its own, 32 bytes large and nothing else, which is
// opened while this one loads; when that fails there is no cell, and something else is chosen. That
// library is carried along as bytes and opened out of memory, so that a library that was unpacked
// alone has it too; every copy of this library opens one of its own.
//
// The distance is not measured on a thread and then hoped for: it is what the loader wrote into the
// cell library's global offset table, once, for code that uses it in all threads.
#pragma once

#include <cstdint>

namespace engine::alloc {

// Hidden, here and below: what a library's own fast path reads is found without its offset table.

// From the thread pointer to the cell, in bytes; 0: there is none. Zeroed in every new thread.
[[gnu::visibility("hidden")]] extern constinit std::intptr_t thread_cell_offset;

// Makes the cell. Gives an empty text, or why there is none. Allocates nothing itself: what this
// library's operators do may depend on it. Requires: is called once, while nothing else runs that
// would use the cell.
const char* make_thread_cell() noexcept;

// Word 0 to 3 of the calling thread's cell. Requires: there is one.
#if defined(__x86_64__)
using CellWord = __attribute__((address_space(257))) int64_t;  // in the segment fs

inline CellWord& cell_word(std::intptr_t offset, int index) noexcept {
  return reinterpret_cast<CellWord*>(offset)[index];
}
#else
using CellWord = int64_t;

inline CellWord& cell_word(std::intptr_t offset, int index) noexcept {
  return reinterpret_cast<CellWord*>(static_cast<char*>(__builtin_thread_pointer()) +
                                     offset)[index];
}
#endif

}  // namespace engine::alloc

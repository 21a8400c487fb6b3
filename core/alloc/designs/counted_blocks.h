// The C library's blocks, with a counter beside them: each is counted with all its usable bytes
// when it comes and when it goes.
//
// A counter is a class of static functions. `allocated` and `freed` are the part that is worth
// having inline; false means that they have not finished, and that the function of the same name
// with `_slowly` must be called with the same bytes.
//
// Blocks are counted after they were allocated, so that a failure changes nothing; before they are
// freed, since freeing a large one may take long; and as the difference when they are resized.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "alloc/backends/glibc.h"

namespace engine::alloc {

// Whether a size that the caller gives back with a block may be the block's. What is counted is
// always what the block really has.
inline bool may_be_size_of(const void* block, std::size_t size) noexcept {
  return static_cast<int64_t>(size) <= glibc::usable_bytes(block);
}

template <class Counter>
struct CountedBlocks {
  // A block that can be had at once, if any. Null: allocate() must be asked.
  static void* try_allocate(std::size_t size) noexcept { return allocate(size); }
  // Null when there is no memory.
  static void* allocate(std::size_t size) noexcept { return counted(std::malloc(size)); }

  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept {
    return counted(std::calloc(count, size));
  }

  // Requires: a power of two, at least sizeof(void*).
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    void* block = nullptr;
    // Not aligned_alloc: that one wants the size to be a multiple of the alignment.
    if (::posix_memalign(&block, alignment, size) != 0) return nullptr;
    return counted(block);
  }

  // As realloc(), of a block that is not null and a size that is not 0: null leaves it as it was.
  static void* resize(void* block, std::size_t size) noexcept {
    int64_t before = glibc::usable_bytes(block);
    void* resized = std::realloc(block, size);
    if (resized == nullptr) return nullptr;
    int64_t change = glibc::usable_bytes(resized) - before;
    if (change >= 0) {
      if (!Counter::allocated(change)) Counter::allocated_slowly(change);
    } else {
      if (!Counter::freed(-change)) Counter::freed_slowly(-change);
    }
    return resized;
  }

  // Requires: not null.
  static void free(void* block) noexcept {
    int64_t bytes = glibc::usable_bytes(block);
    if (Counter::freed(bytes)) [[likely]]
      return std::free(block);
    free_slowly(block, bytes);
  }

  // That a block comes to free() without being told its size: not counted.
  static void note_unsized_delete() noexcept {}

 private:
  static void* counted(void* block) noexcept {
    if (block == nullptr) [[unlikely]]
      return nullptr;
    int64_t bytes = glibc::usable_bytes(block);
    if (Counter::allocated(bytes)) [[likely]]
      return block;
    return counted_slowly(block, bytes);
  }

  // Out of line and last, so that the callers need not keep anything for them.
  [[gnu::noinline]] static void* counted_slowly(void* block, int64_t bytes) noexcept {
    Counter::allocated_slowly(bytes);
    return block;
  }

  [[gnu::noinline]] static void free_slowly(void* block, int64_t bytes) noexcept {
    Counter::freed_slowly(bytes);
    std::free(block);
  }
};

}  // namespace engine::alloc

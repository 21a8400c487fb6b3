// The backend's blocks, with a counter beside them: each is counted with all its usable bytes when
// it comes and when it goes.
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

#include "alloc/backend.h"

namespace engine::alloc {

template <class Counter>
struct CountedBlocks {
  // A block that can be had at once, if any. Null: allocate() must be asked.
  static void* try_allocate(std::size_t size) noexcept { return allocate(size); }
  // Null when there is no memory.
  static void* allocate(std::size_t size) noexcept {
    return counted(Backend::allocate(size), size);
  }

  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept {
    // Where the product overflows there is no block.
    return counted(Backend::allocate_zeroed(count, size), count * size);
  }

  // Requires: a power of two, at least sizeof(void*).
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    return counted(Backend::allocate_aligned(size, alignment), size, alignment);
  }

  // As realloc(), of a block that is not null and a size that is not 0: null leaves it as it was.
  static void* resize(void* block, std::size_t size) noexcept {
    int64_t before = Backend::usable_bytes(block);
    void* resized = Backend::resize(block, size);
    if (resized == nullptr) return nullptr;
    int64_t change = Backend::usable_bytes(resized) - before;
    if (change >= 0) {
      if (!Counter::allocated(change)) Counter::allocated_slowly(change);
    } else {
      if (!Counter::freed(-change)) Counter::freed_slowly(-change);
    }
    return resized;
  }

  // Requires: not null. With nothing, the size, or the size and the alignment that it was asked
  // with.
  template <class... Size>
  static void free(void* block, Size... size) noexcept {
    int64_t bytes = Backend::usable_bytes(block, size...);
    if (Counter::freed(bytes)) [[likely]]
      return release(block, size...);
    free_slowly(block, bytes, size...);
  }

  // That a block comes to free() without being told its size: not counted.
  static void note_unsized_delete() noexcept {}

 private:
  template <class... Size>
  static void* counted(void* block, Size... size) noexcept {
    if (block == nullptr) [[unlikely]]
      return nullptr;
    int64_t bytes = Backend::usable_bytes(block, size...);
    if (Counter::allocated(bytes)) [[likely]]
      return block;
    return counted_slowly(block, bytes);
  }

  // Out of line and last, so that the callers need not keep anything for them.
  [[gnu::noinline]] static void* counted_slowly(void* block, int64_t bytes) noexcept {
    Counter::allocated_slowly(bytes);
    return block;
  }

  template <class... Size>
  [[gnu::noinline]] static void free_slowly(void* block, int64_t bytes, Size... size) noexcept {
    Counter::freed_slowly(bytes);
    release(block, size...);
  }

  static void release(void* block) noexcept { Backend::free(block); }
  static void release(void* block, std::size_t size) noexcept { Backend::free_sized(block, size); }
  static void release(void* block, std::size_t size, std::size_t alignment) noexcept {
    Backend::free_sized(block, size, alignment);
  }
};

}  // namespace engine::alloc

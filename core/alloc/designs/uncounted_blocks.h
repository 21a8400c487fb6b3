// The backend's blocks and nothing else: what accounting is compared with.
#pragma once

#include <cstddef>

#include "alloc/backend.h"

namespace engine::alloc {

// As CountedBlocks.
struct UncountedBlocks {
  static void* try_allocate(std::size_t size) noexcept { return Backend::allocate(size); }
  static void* allocate(std::size_t size) noexcept { return Backend::allocate(size); }
  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept {
    return Backend::allocate_zeroed(count, size);
  }
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    return Backend::allocate_aligned(size, alignment);
  }
  static void* resize(void* block, std::size_t size) noexcept {
    return Backend::resize(block, size);
  }
  static void free(void* block) noexcept { Backend::free(block); }
  static void free(void* block, std::size_t size) noexcept { Backend::free_sized(block, size); }
  static void free(void* block, std::size_t size, std::size_t alignment) noexcept {
    Backend::free_sized(block, size, alignment);
  }
  static void note_unsized_delete() noexcept {}
};

}  // namespace engine::alloc

// The C library's blocks and nothing else: what accounting is compared with.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace engine::alloc {

// As CountedBlocks.
struct UncountedBlocks {
  static void* try_allocate(std::size_t size) noexcept { return std::malloc(size); }
  static void* allocate(std::size_t size) noexcept { return std::malloc(size); }
  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept {
    return std::calloc(count, size);
  }
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    void* block = nullptr;
    return ::posix_memalign(&block, alignment, size) == 0 ? block : nullptr;
  }
  static void* resize(void* block, std::size_t size) noexcept { return std::realloc(block, size); }
  static void free(void* block) noexcept { std::free(block); }
  static void note_unsized_delete() noexcept {}
};

}  // namespace engine::alloc

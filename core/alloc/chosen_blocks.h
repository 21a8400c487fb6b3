// The blocks of the design that was chosen when this library was loaded. The first of these that
// can be used is: BlockCache, OffsetCell, PerCpu, ThreadDrift. The environment variable
// ENGINE_ALLOC_DESIGN may name another one than the first ("offset_cell"), to look at it.
//
// Blocks that come before the choice is made are counted one by one in the shared balance.
#pragma once

#include <cstddef>
#include <string_view>

#include "alloc/designs/cached_blocks.h"

namespace engine::alloc {

enum class Design { none, block_cache, offset_cell, per_cpu, thread_drift };

// "block_cache"; "none" before the choice.
std::string_view name_of(Design design) noexcept;

Design chosen_design() noexcept;
// Why not one that comes before it; empty: it is the first.
std::string_view reason_of_choice() noexcept;

// Adds what the calling thread has gathered to the shared balance.
void settle_chosen() noexcept;
// What is not in the shared balance yet, of all threads and processors.
int64_t unsettled_bytes() noexcept;

// As CountedBlocks.
struct ChosenBlocks {
  static void* try_allocate(std::size_t size) noexcept { return BlockCache::take(size); }
  static void* allocate(std::size_t size) noexcept {
    if (BlockCache::is_in_use()) [[likely]]
      return CachedBlocks::allocate(size);
    return allocate_otherwise(size);
  }
  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept;
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept;
  static void* resize(void* block, std::size_t size) noexcept;
  template <class... Size>
  static void free(void* block, Size... size) noexcept {
    if (BlockCache::put(block, size...)) [[likely]]
      return;
    free_slowly(block, size...);
  }
  static void free(void* block, std::size_t size, std::size_t alignment) noexcept;
  static void note_unsized_delete() noexcept { BlockCache::note_unsized_delete(); }

 private:
  static void* allocate_otherwise(std::size_t size) noexcept;
  static void free_slowly(void* block) noexcept;
  static void free_slowly(void* block, std::size_t size) noexcept;
};

}  // namespace engine::alloc

// The blocks of BlockCache, with what its stacks do not serve.
#pragma once

#include "alloc/designs/block_cache.h"
#include "alloc/designs/counted_blocks.h"

namespace engine::alloc {

// As CountedBlocks. Requires of all: BlockCache::is_in_use().
struct CachedBlocks : CountedBlocks<BlockCache> {
  static void* try_allocate(std::size_t size) noexcept { return BlockCache::take(size); }

  static void free(void* block) noexcept {
    if (!BlockCache::put(block)) [[unlikely]]
      BlockCache::put_slowly(block);
  }
  static void free(void* block, std::size_t size) noexcept {
    if (!BlockCache::put(block, size)) [[unlikely]]
      BlockCache::put_slowly(block, size);
  }
  // Where sizes are relied on, that of an aligned block does not tell its class.
  static void free(void* block, std::size_t size, std::size_t alignment) noexcept {
    if constexpr (Backend::relies_on_sizes) return CountedBlocks::free(block, size, alignment);
    free(block);
  }

  static void note_unsized_delete() noexcept { BlockCache::note_unsized_delete(); }
};

}  // namespace engine::alloc

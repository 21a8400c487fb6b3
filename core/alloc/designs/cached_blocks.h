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
      free_slowly(block);
  }
  [[gnu::noinline]] static void free_slowly(void* block) noexcept { BlockCache::put_slowly(block); }

  static void note_unsized_delete() noexcept { BlockCache::note_unsized_delete(); }
};

}  // namespace engine::alloc

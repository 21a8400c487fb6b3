// Stacks of free blocks, which are the count.
#include "alloc/designs/cached_blocks.h"
#include "alloc/thread_cell.h"

namespace {
using Blocks = engine::alloc::CachedBlocks;
}

#include "alloc/replace_operators.h"
#include "alloc_overhead/design_parts.h"

namespace bench {
namespace {

[[gnu::constructor(101)]] void start() {
  // First, for starting the backend may allocate.
  std::snprintf(obstacle, sizeof(obstacle), "%s", engine::alloc::make_thread_cell());
  engine::alloc::Backend::start();
  if (obstacle[0] == '\0') engine::alloc::BlockCache::start();
}

}  // namespace

const AllocDesign& alloc_design() {
  static const AllocDesign design = describe("block_cache", balance_of_threads);
  return design;
}

}  // namespace bench

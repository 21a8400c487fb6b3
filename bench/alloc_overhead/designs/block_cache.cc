// Stacks of free blocks, which are the count.
#include <cstdio>

#include "alloc/backends/glibc.h"
#include "alloc/designs/cached_blocks.h"
#include "alloc/shared_balance.h"
#include "alloc/thread_cell.h"
#include "alloc/thread_records.h"
#include "alloc_overhead/cases.h"

namespace {
using Blocks = engine::alloc::CachedBlocks;
}

#include "alloc/replace_operators.h"

namespace bench {
namespace {

constinit char obstacle[256] = {};

[[gnu::constructor(101)]] void start() {
  engine::alloc::glibc::look_at_blocks();
  std::snprintf(obstacle, sizeof(obstacle), "%s", engine::alloc::make_thread_cell());
  if (obstacle[0] == '\0') engine::alloc::BlockCache::start();
}

int64_t balance() { return engine::alloc::gathered_by_threads() + engine::alloc::shared_balance(); }

}  // namespace

const AllocDesign& alloc_design() {
  static constexpr AllocDesign design = {
      .name = "block_cache", .obstacle = obstacle, .balance = balance};
  return design;
}

}  // namespace bench

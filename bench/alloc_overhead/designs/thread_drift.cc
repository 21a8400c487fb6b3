// One thread-local of the library's own, which the loader finds.
#include "alloc/designs/thread_drift.h"

#include "alloc/designs/counted_blocks.h"

namespace {
using Blocks = engine::alloc::CountedBlocks<engine::alloc::ThreadDrift>;
}

#include "alloc/replace_operators.h"
#include "alloc_overhead/design_parts.h"

namespace bench {
namespace {

[[gnu::constructor(101)]] void start() { engine::alloc::Backend::start(); }

}  // namespace

const AllocDesign& alloc_design() {
  static const AllocDesign design = describe("thread_drift", balance_of_threads);
  return design;
}

}  // namespace bench

// Credits in the thread cell.
#include "alloc/designs/offset_cell.h"

#include "alloc/designs/counted_blocks.h"
#include "alloc/thread_cell.h"

namespace {
using Blocks = engine::alloc::CountedBlocks<engine::alloc::OffsetCell>;
}

#include "alloc/replace_operators.h"
#include "alloc_overhead/design_parts.h"

namespace bench {
namespace {

[[gnu::constructor(101)]] void start() {
  // First, for starting the backend may allocate.
  std::snprintf(obstacle, sizeof(obstacle), "%s", engine::alloc::make_thread_cell());
  engine::alloc::Backend::start();
}

}  // namespace

const AllocDesign& alloc_design() {
  static const AllocDesign design = describe("offset_cell", balance_of_threads);
  return design;
}

}  // namespace bench

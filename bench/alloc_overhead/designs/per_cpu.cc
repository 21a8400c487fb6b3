// A count for each processor.
#include "alloc/designs/per_cpu.h"

#include "alloc/designs/counted_blocks.h"

namespace {
using Blocks = engine::alloc::CountedBlocks<engine::alloc::PerCpu>;
}

#include "alloc/replace_operators.h"
#include "alloc_overhead/design_parts.h"

namespace bench {
namespace {

[[gnu::constructor(101)]] void start() {
  engine::alloc::Backend::start();
  std::snprintf(obstacle, sizeof(obstacle), "%s", engine::alloc::PerCpu::start());
}

int64_t balance() { return engine::alloc::PerCpu::sum() + engine::alloc::shared_balance(); }

}  // namespace

const AllocDesign& alloc_design() {
  static const AllocDesign design = describe("per_cpu", balance);
  return design;
}

}  // namespace bench

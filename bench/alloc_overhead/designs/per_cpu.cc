// A count for each processor.
#include "alloc/designs/per_cpu.h"

#include <cstdio>

#include "alloc/backends/glibc.h"
#include "alloc/designs/counted_blocks.h"
#include "alloc/shared_balance.h"
#include "alloc_overhead/cases.h"

namespace {
using Blocks = engine::alloc::CountedBlocks<engine::alloc::PerCpu>;
}

#include "alloc/replace_operators.h"

namespace bench {
namespace {

constinit char obstacle[256] = {};

[[gnu::constructor(101)]] void start() {
  engine::alloc::glibc::look_at_blocks();
  std::snprintf(obstacle, sizeof(obstacle), "%s", engine::alloc::PerCpu::start());
}

int64_t balance() { return engine::alloc::PerCpu::sum() + engine::alloc::shared_balance(); }

}  // namespace

const AllocDesign& alloc_design() {
  static constexpr AllocDesign design = {
      .name = "per_cpu", .obstacle = obstacle, .balance = balance};
  return design;
}

}  // namespace bench

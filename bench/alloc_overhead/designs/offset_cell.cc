// Credits in the thread cell.
#include "alloc/designs/offset_cell.h"

#include <cstdio>

#include "alloc/backends/glibc.h"
#include "alloc/designs/counted_blocks.h"
#include "alloc/shared_balance.h"
#include "alloc/thread_cell.h"
#include "alloc/thread_records.h"
#include "alloc_overhead/cases.h"

namespace {
using Blocks = engine::alloc::CountedBlocks<engine::alloc::OffsetCell>;
}

#include "alloc/replace_operators.h"

namespace bench {
namespace {

constinit char obstacle[256] = {};

[[gnu::constructor(101)]] void start() {
  engine::alloc::glibc::look_at_blocks();
  std::snprintf(obstacle, sizeof(obstacle), "%s", engine::alloc::make_thread_cell());
}

int64_t balance() { return engine::alloc::gathered_by_threads() + engine::alloc::shared_balance(); }

}  // namespace

const AllocDesign& alloc_design() {
  static constexpr AllocDesign design = {
      .name = "offset_cell", .obstacle = obstacle, .balance = balance};
  return design;
}

}  // namespace bench

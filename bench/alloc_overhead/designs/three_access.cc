// Three thread-locals of the library's own, as before there was one.
#include <cstdio>

#include "alloc/backends/glibc.h"
#include "alloc/designs/counted_blocks.h"
#include "alloc/shared_balance.h"
#include "alloc/thread_records.h"
#include "alloc_overhead/cases.h"
#include "alloc_overhead/three_access/counter.h"

namespace {
using Blocks = engine::alloc::CountedBlocks<bench::ThreeAccess>;
}

#include "alloc/replace_operators.h"

namespace bench {
namespace {

constinit char obstacle[256] = {};

[[gnu::constructor(101)]] void start() { engine::alloc::glibc::look_at_blocks(); }

int64_t balance() { return engine::alloc::gathered_by_threads() + engine::alloc::shared_balance(); }

}  // namespace

const AllocDesign& alloc_design() {
  static constexpr AllocDesign design = {
      .name = "three_access", .obstacle = obstacle, .balance = balance};
  return design;
}

}  // namespace bench

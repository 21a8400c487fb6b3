// Three thread-locals of the library's own, as before there was one.
#include "alloc/designs/counted_blocks.h"
#include "alloc_overhead/three_access/counter.h"

namespace {
using Blocks = engine::alloc::CountedBlocks<bench::ThreeAccess>;
}

#include "alloc/replace_operators.h"
#include "alloc_overhead/design_parts.h"

namespace bench {
namespace {

[[gnu::constructor(101)]] void start() { engine::alloc::Backend::start(); }

}  // namespace

const AllocDesign& alloc_design() {
  static const AllocDesign design = describe("three_access", balance_of_threads);
  return design;
}

}  // namespace bench

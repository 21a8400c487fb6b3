// Operators that are replaced and count nothing: what counting is compared with.
#include "alloc/designs/uncounted_blocks.h"

namespace {
using Blocks = engine::alloc::UncountedBlocks;
}

#include "alloc/replace_operators.h"
#include "alloc_overhead/design_parts.h"

namespace bench {
namespace {

[[gnu::constructor(101)]] void start() { engine::alloc::Backend::start(); }

}  // namespace

const AllocDesign& alloc_design() {
  static const AllocDesign design = describe("uncounted", nullptr);
  return design;
}

}  // namespace bench

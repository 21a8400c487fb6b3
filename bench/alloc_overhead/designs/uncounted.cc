// Operators that are replaced and count nothing: what counting is compared with.
#include "alloc/designs/uncounted_blocks.h"
#include "alloc_overhead/cases.h"

namespace {
using Blocks = engine::alloc::UncountedBlocks;
}

#include "alloc/replace_operators.h"

namespace bench {

const AllocDesign& alloc_design() {
  static constexpr AllocDesign design = {.name = "uncounted", .obstacle = "", .balance = nullptr};
  return design;
}

}  // namespace bench

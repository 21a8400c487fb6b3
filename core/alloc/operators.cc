// Operators new and delete of the library, over the blocks of the design that is chosen.
#include "alloc/chosen_blocks.h"

namespace {
using Blocks = engine::alloc::ChosenBlocks;
}

#include "alloc/replace_operators.h"

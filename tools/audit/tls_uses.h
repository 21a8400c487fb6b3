// What code does with an address in the block of thread-locals that a register holds: at which
// distances it reads, writes, or takes the address of variables.
#pragma once

#include <cstdint>
#include <set>

#include "audit/code_map.h"
#include "audit/instruction.h"

namespace ltoscope::audit {

// Distances from what the register holds right before the instruction at address. Looks as far as
// the code runs straight on and the register, or a copy of it, is kept. Approximate: uses behind
// branches that are taken are not seen.
std::set<int64_t> displaced_uses(const CodeMap& code, uint64_t address, Register reg);

}  // namespace ltoscope::audit

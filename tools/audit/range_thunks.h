// Range thunks: a few instructions that a linker puts between functions to jump on to a callee that
// is too far from its callers for one branch. Calls of a thunk are calls of what it leads to, and
// its own jump is no call site. Told by shape, since names differ between linkers and do not
// survive strip: an unconditional jump, alone between functions.
#pragma once

#include <vector>

#include "audit/callees.h"
#include "audit/code_map.h"
#include "audit/displacement_scan.h"

namespace ltoscope::audit {

// By the address of the jump. functions: PLT entries and local definitions; references: candidates
// whose targets are among them. Empty where the file does not say where functions are.
CalleesByAddress find_range_thunks(const CodeMap& code, const CalleesByAddress& functions,
                                   const std::vector<Candidate>& references);

}  // namespace ltoscope::audit

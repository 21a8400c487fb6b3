// Follows callee addresses through a function, from where code loads them to the calls and jumps
// that use them: compilers load an address once and call through a register many times.
#pragma once

#include <functional>

#include "audit/address_tracker.h"
#include "audit/call_sites.h"
#include "audit/code_map.h"

namespace ltoscope::audit {

// Analyses the code range with this index, and those that it jumps to with a callee's address at
// hand (cold parts of the same function). Adds sites of the form through_register, address uses and
// what it could not resolve to found.
void follow_registers(const CodeMap& code, const FlowTargets& targets, std::size_t range,
                      CallSites& found);

// An instruction, and what is known before it.
using FlowVisitor = std::function<void(const Instruction&, const MachineState&)>;

// The same walk for other ends: calls visit for every instruction that a way from the range's begin
// leads to, once nothing changes any more. False, without any call, when the range takes more steps
// to follow than its size allows.
bool visit_registers(const CodeMap& code, const FlowTargets& targets, std::size_t range,
                     const FlowVisitor& visit);

}  // namespace ltoscope::audit

// The instructions of one function as blocks and the ways between them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "audit/code_map.h"
#include "audit/instruction.h"
#include "audit/never_returning.h"

namespace ltoscope::audit {

struct FlowBlock {
  std::vector<Instruction> instructions;  // not empty
  bool ends_for_good = false;             // with a call that never returns
  // No branch, fall-through or exception is known to lead here, and it is no padding: reached
  // through a jump table, or not at all.
  bool without_known_way = false;
};

struct FlowGraph {
  std::map<uint64_t, FlowBlock> blocks;  // by address
  // Of all ranges added, sorted by where their calls begin.
  std::vector<elf::ExceptionRange> exceptions;
  std::vector<uint64_t> exceptions_reach;  // the highest end of calls in exceptions[0..n]
  std::set<uint64_t> landing_pads;
  std::set<uint64_t> undecodable;  // addresses of bytes that are no instruction
};

// Decodes a range and adds its blocks. Blocks end at branches and at calls that never return, and
// before the targets of branches and exceptions.
void add_to_graph(const CodeMap& code, const NeverReturning& never_returning,
                  const CodeRange& range, FlowGraph& graph);

// Where an exception that leaves the call at address may continue.
std::vector<uint64_t> landing_pads_of(const FlowGraph& graph, uint64_t call);

// Splits the block that has an instruction at address, so that one begins there. Returns the
// address of the block before, or nothing when there was no such instruction or it began a block
// already.
std::optional<uint64_t> split_block(FlowGraph& graph, uint64_t address);

// Where control goes after an instruction, as far as the instruction says: the next one, a branch
// target.
std::vector<uint64_t> known_successors(const Instruction& instruction);

// The address that a branch or call names, or nothing when it goes through a register or memory.
std::optional<uint64_t> branch_target(const Instruction& instruction);

}  // namespace ltoscope::audit

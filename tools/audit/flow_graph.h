// The instructions of one function as blocks and the ways between them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "audit/code_map.h"
#include "audit/never_returning.h"
#include "audit/x86_instruction.h"

namespace ltoscope::audit {

struct FlowBlock {
  std::vector<Instruction> instructions;  // not empty
  bool ends_for_good = false;             // with a call that never returns
  // No branch, fall-through or exception is known to lead here, and it is no padding: reached
  // through a jump table, or not at all.
  bool without_known_way = false;
};

struct FlowGraph {
  std::map<uint64_t, FlowBlock> blocks;         // by address
  std::vector<elf::ExceptionRange> exceptions;  // of all ranges added
  std::set<uint64_t> undecodable;               // addresses of bytes that are no instruction
};

// Decodes a range and adds its blocks. Blocks end at branches and at calls that never return, and
// before the targets of branches and exceptions.
void add_to_graph(const CodeMap& code, const NeverReturning& never_returning,
                  const CodeRange& range, FlowGraph& graph);

bool is_landing_pad(const FlowGraph& graph, uint64_t address);

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

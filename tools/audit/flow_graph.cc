// Cuts decoded code into blocks.
#include "audit/flow_graph.h"

#include <algorithm>
#include <tuple>

namespace ltoscope::audit {
namespace {

bool ends_block(const Instruction& instruction) {
  return instruction.operation == Operation::jump ||
         instruction.operation == Operation::conditional_jump ||
         instruction.operation == Operation::stop;
}

bool goes_on(const Instruction& instruction) {
  return instruction.operation != Operation::jump && instruction.operation != Operation::stop;
}

std::vector<Instruction> decode_range(elf::Machine machine, const CodeRange& range,
                                      std::set<uint64_t>& undecodable) {
  std::vector<Instruction> instructions;
  for (uint64_t at = range.begin; at < range.end;) {
    std::optional<Instruction> instruction =
        decode(machine, range.bytes.subspan(at - range.begin), at);
    if (!instruction) {
      undecodable.insert(at);
      ++at;
      continue;
    }
    instructions.push_back(*instruction);
    at = instruction->end();
  }
  return instructions;
}

void index_exceptions(FlowGraph& graph) {
  auto numbers = [](const elf::ExceptionRange& range) {
    return std::tuple(range.calls.begin, range.calls.end, range.landing_pad);
  };
  std::sort(graph.exceptions.begin(), graph.exceptions.end(),
            [&](const elf::ExceptionRange& a, const elf::ExceptionRange& b) {
              return numbers(a) < numbers(b);
            });
  // Each range of a function brings the function's table.
  auto last = std::unique(graph.exceptions.begin(), graph.exceptions.end(),
                          [&](const elf::ExceptionRange& a, const elf::ExceptionRange& b) {
                            return numbers(a) == numbers(b);
                          });
  graph.exceptions.erase(last, graph.exceptions.end());
  graph.exceptions_reach.clear();
  uint64_t reach = 0;
  for (const elf::ExceptionRange& range : graph.exceptions) {
    reach = std::max(reach, range.calls.end);
    graph.exceptions_reach.push_back(reach);
  }
}

}  // namespace

std::optional<uint64_t> branch_target(const Instruction& instruction) {
  const Operand& target = instruction.operands[0];
  if (target.kind != Operand::Kind::immediate) return std::nullopt;
  return target.immediate;
}

std::vector<uint64_t> known_successors(const Instruction& instruction) {
  std::vector<uint64_t> successors;
  bool branches = instruction.operation == Operation::jump ||
                  instruction.operation == Operation::conditional_jump;
  if (branches) {
    if (std::optional<uint64_t> target = branch_target(instruction)) successors.push_back(*target);
  }
  if (goes_on(instruction)) successors.push_back(instruction.end());
  return successors;
}

std::vector<uint64_t> landing_pads_of(const FlowGraph& graph, uint64_t call) {
  std::vector<uint64_t> pads;
  auto after = std::upper_bound(graph.exceptions.begin(), graph.exceptions.end(), call,
                                [](uint64_t address, const elf::ExceptionRange& range) {
                                  return address < range.calls.begin;
                                });
  for (auto count = after - graph.exceptions.begin(); count > 0; --count) {
    std::size_t index = static_cast<std::size_t>(count - 1);
    if (graph.exceptions_reach[index] <= call) break;
    const elf::ExceptionRange& range = graph.exceptions[index];
    if (contains(range.calls, call)) pads.push_back(range.landing_pad);
  }
  return pads;
}

void add_to_graph(const CodeMap& code, const NeverReturning& never_returning,
                  const CodeRange& range, FlowGraph& graph) {
  std::vector<Instruction> instructions =
      decode_range(code.image->machine, range, graph.undecodable);
  std::set<uint64_t> begins, reached = {range.begin}, final_calls;
  for (const Instruction& instruction : instructions) {
    if (never_returns(never_returning, code, instruction)) {
      final_calls.insert(instruction.address);
      begins.insert(instruction.end());
    }
    if (!ends_block(instruction)) continue;
    begins.insert(instruction.end());
    for (uint64_t successor : known_successors(instruction)) reached.insert(successor);
  }
  for (const elf::ExceptionRange& exception : exceptions_in(code, range)) {
    graph.exceptions.push_back(exception);
    graph.landing_pads.insert(exception.landing_pad);
    reached.insert(exception.landing_pad);
  }
  index_exceptions(graph);
  begins.insert(reached.begin(), reached.end());

  FlowBlock* block = nullptr;
  const Instruction* previous = nullptr;
  for (const Instruction& instruction : instructions) {
    bool follows = previous != nullptr && previous->end() == instruction.address;
    if (!follows || begins.contains(instruction.address)) {
      block = &graph.blocks[instruction.address];
      bool fallen_into = follows && goes_on(*previous) && !final_calls.contains(previous->address);
      block->without_known_way = !fallen_into && !reached.contains(instruction.address) &&
                                 instruction.operation != Operation::nop;
    }
    block->instructions.push_back(instruction);
    block->ends_for_good = final_calls.contains(instruction.address);
    previous = &instruction;
  }
}

std::optional<uint64_t> split_block(FlowGraph& graph, uint64_t address) {
  auto after = graph.blocks.upper_bound(address);
  if (after == graph.blocks.begin()) return std::nullopt;
  auto& [begin, block] = *std::prev(after);
  std::vector<Instruction>& instructions = block.instructions;
  auto place = std::find_if(instructions.begin(), instructions.end(),
                            [&](const Instruction& i) { return i.address == address; });
  if (place == instructions.begin() || place == instructions.end()) return std::nullopt;
  FlowBlock& rest = graph.blocks[address];
  rest.instructions.assign(place, instructions.end());
  rest.ends_for_good = block.ends_for_good;
  block.ends_for_good = false;
  instructions.erase(place, instructions.end());
  return begin;
}

}  // namespace ltoscope::audit

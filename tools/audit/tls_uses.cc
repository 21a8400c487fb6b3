// Follows copies of the address through straight code.
#include "audit/tls_uses.h"

#include <array>
#include <map>
#include <optional>
#include <utility>

namespace ltoscope::audit {
namespace {

constexpr int most_instructions = 128;
constexpr std::array lost_in_calls = {rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11};

class BaseFollower {
 public:
  BaseFollower(Register reg) { distances_[reg] = 0; }

  bool is_lost() const { return distances_.empty(); }
  std::set<int64_t> uses() && { return std::move(uses_); }

  void step(const Instruction& instruction) {
    note_memory(instruction);
    switch (instruction.operation) {
      case Operation::move:
        return move(instruction);
      case Operation::load_address:
        return load_address(instruction);
      case Operation::add:
      case Operation::subtract:
        return add(instruction);
      case Operation::call:
        for (Register reg : lost_in_calls) distances_.erase(reg);
        return;
      default:
        return forget_written(instruction);
    }
  }

 private:
  // lea takes an address, which load_address() notes.
  void note_memory(const Instruction& instruction) {
    if (instruction.operation == Operation::load_address) return;
    for (const Operand& operand : instruction.operands) {
      if (operand.kind != Operand::Kind::memory) continue;
      if (std::optional<int64_t> distance = distance_of(operand.memory)) uses_.insert(*distance);
    }
  }

  // In the large code model the displacement is in a register of its own.
  std::optional<int64_t> distance_of(const Memory& memory) const {
    for (auto [base, index] : {std::pair(memory.base, memory.index), {memory.index, memory.base}}) {
      auto found = distances_.find(base);
      if (found == distances_.end()) continue;
      auto number = numbers_.find(index);
      int64_t more = number != numbers_.end() && memory.scale == 1 ? number->second : 0;
      return found->second + memory.displacement + more;
    }
    return std::nullopt;
  }

  void forget_written(const Instruction& instruction) {
    std::erase_if(numbers_, [&](const auto& entry) {
      return (instruction.registers_written >> entry.first & 1) != 0;
    });
    std::erase_if(distances_, [&](const auto& entry) {
      return (instruction.registers_written >> entry.first & 1) != 0;
    });
  }

  void move(const Instruction& instruction) {
    const Operand& source = instruction.operands[1];
    auto base = source.kind == Operand::Kind::general_register ? distances_.find(source.reg)
                                                               : distances_.end();
    std::optional<int64_t> distance;
    if (base != distances_.end()) distance = base->second;
    forget_written(instruction);
    const Operand& target = instruction.operands[0];
    if (target.kind != Operand::Kind::general_register) return;
    if (distance) distances_[target.reg] = *distance;
    if (source.kind == Operand::Kind::immediate) {
      numbers_[target.reg] = static_cast<int64_t>(source.immediate);
    }
  }

  void load_address(const Instruction& instruction) {
    const Memory& memory = instruction.operands[1].memory;
    std::optional<int64_t> distance = distance_of(memory);
    bool is_exact = memory.index == no_register || numbers_.contains(memory.index);
    forget_written(instruction);
    if (!distance) return;
    uses_.insert(*distance);
    // With an index it is somewhere in the variable.
    if (is_exact) distances_[instruction.operands[0].reg] = *distance;
  }

  void add(const Instruction& instruction) {
    const Operand& target = instruction.operands[0];
    const Operand& source = instruction.operands[2];
    auto base = target.kind == Operand::Kind::general_register ? distances_.find(target.reg)
                                                               : distances_.end();
    if (base == distances_.end()) return forget_written(instruction);
    // Adding the thread pointer keeps the distance.
    if (source.kind == Operand::Kind::memory && source.memory.thread_local_segment) return;
    auto number =
        source.kind == Operand::Kind::general_register ? numbers_.find(source.reg) : numbers_.end();
    bool is_known = source.kind == Operand::Kind::immediate || number != numbers_.end();
    if (!is_known) return forget_written(instruction);
    int64_t change = source.kind == Operand::Kind::immediate
                         ? static_cast<int64_t>(source.immediate)
                         : number->second;
    base->second += instruction.operation == Operation::add ? change : -change;
    uses_.insert(base->second);
  }

  std::map<Register, int64_t> distances_;
  std::map<Register, int64_t> numbers_;  // registers that hold constants
  std::set<int64_t> uses_;
};

}  // namespace

std::set<int64_t> displaced_uses(const CodeMap& code, uint64_t address, Register reg) {
  BaseFollower follower(reg);
  for (int count = 0; count < most_instructions && !follower.is_lost(); ++count) {
    std::optional<Instruction> instruction = decode(code_from(code, address), address);
    if (!instruction) break;
    follower.step(*instruction);
    bool ends =
        instruction->operation == Operation::stop || instruction->operation == Operation::jump;
    if (ends) break;
    address = instruction->end();
  }
  return std::move(follower).uses();
}

}  // namespace ltoscope::audit

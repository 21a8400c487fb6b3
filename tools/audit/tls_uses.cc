// Follows copies of the address through straight code.
#include "audit/tls_uses.h"

#include <map>
#include <optional>
#include <utility>

namespace ltoscope::audit {
namespace {

constexpr int most_instructions = 128;

class BaseFollower {
 public:
  BaseFollower(const CallingConvention& convention, Register reg) : convention_(convention) {
    distances_[reg] = 0;
  }

  bool is_lost() const { return distances_.empty(); }
  std::set<int64_t> uses() && { return std::move(uses_); }

  void step(const Instruction& instruction) {
    const BaseChange& change = instruction.base_change;
    if (change.before_access) move_base(change);
    note_memory(instruction);
    execute(instruction);
    if (change.base != no_register && !change.before_access) move_base(change);
  }

 private:
  void execute(const Instruction& instruction) {
    switch (instruction.operation) {
      case Operation::move:
        return move(instruction);
      case Operation::load_address:
        return load_address(instruction);
      case Operation::add:
      case Operation::subtract:
        return add(instruction);
      case Operation::insert:
        return insert(instruction);
      case Operation::read_thread_pointer:
        forget_written(instruction);
        numbers_[instruction.operands[0].reg] = 0;
        return;
      case Operation::call:
        for (Register reg : convention_.lost_in_calls) forget(reg);
        for (Register reg : convention_.results) forget(reg);
        return;
      default:
        return forget_written(instruction);
    }
  }

  // lea takes an address, which load_address() notes.
  void note_memory(const Instruction& instruction) {
    if (instruction.operation == Operation::load_address) return;
    for (const Operand& operand : instruction.operands) {
      if (operand.kind != Operand::Kind::memory) continue;
      std::optional<int64_t> distance = distance_of(operand.memory);
      if (!distance) continue;
      uses_.insert(*distance);
      bool is_pair = instruction.operation == Operation::load_pair ||
                     instruction.operation == Operation::store_pair;
      if (is_pair) uses_.insert(*distance + operand.bits / 8);
    }
  }

  void move_base(const BaseChange& change) {
    auto base = distances_.find(change.base);
    if (base != distances_.end()) base->second += change.distance;
    numbers_.erase(change.base);
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

  void forget(Register reg) {
    distances_.erase(reg);
    numbers_.erase(reg);
  }

  void forget_written(const Instruction& instruction) {
    for (int reg = 0; reg < most_registers; ++reg) {
      if ((instruction.registers_written >> reg & 1) != 0) forget(static_cast<Register>(reg));
    }
  }

  void insert(const Instruction& instruction) {
    auto number = numbers_.find(instruction.operands[0].reg);
    if (number == numbers_.end()) return forget_written(instruction);
    const Operand& part = instruction.operands[2];
    uint64_t mask = uint64_t{0xffff} << part.bit_position;
    uint64_t rest = static_cast<uint64_t>(number->second) & ~mask;
    number->second = static_cast<int64_t>(rest | part.immediate << part.bit_position);
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
    const auto& [target, left, right] = instruction.operands;
    std::optional<int64_t> distance = held(distances_, left);
    const Operand* other = &right;
    if (!distance && instruction.operation == Operation::add) {
      distance = held(distances_, right);
      other = &left;
    }
    std::optional<int64_t> change = held(numbers_, *other);
    if (other->kind == Operand::Kind::immediate) change = static_cast<int64_t>(other->immediate);
    // Adding the thread pointer keeps the distance.
    if (other->kind == Operand::Kind::memory && other->memory.thread_local_segment) change = 0;
    forget_written(instruction);
    bool keeps_it = target.kind == Operand::Kind::general_register && distance && change;
    if (!keeps_it) return;
    *distance += instruction.operation == Operation::add ? *change : -*change;
    distances_[target.reg] = *distance;
    // The upper part of a distance is no use yet.
    bool is_whole = other->kind != Operand::Kind::memory && other->bit_position == 0;
    if (is_whole) uses_.insert(*distance);
  }

  static std::optional<int64_t> held(const std::map<Register, int64_t>& values,
                                     const Operand& operand) {
    if (operand.kind != Operand::Kind::general_register) return std::nullopt;
    auto found = values.find(operand.reg);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }

  const CallingConvention& convention_;
  std::map<Register, int64_t> distances_;
  // Registers that hold constants; the thread pointer counts as 0.
  std::map<Register, int64_t> numbers_;
  std::set<int64_t> uses_;
};

}  // namespace

std::set<int64_t> displaced_uses(const CodeMap& code, uint64_t address, Register reg) {
  elf::Machine machine = code.image->machine;
  BaseFollower follower(calling_convention(machine), reg);
  for (int count = 0; count < most_instructions && !follower.is_lost(); ++count) {
    std::optional<Instruction> instruction = decode(machine, code_from(code, address), address);
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

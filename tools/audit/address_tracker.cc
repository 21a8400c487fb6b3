// One case for each operation that moves addresses; all others only read and overwrite.
#include "audit/address_tracker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "audit/flow_graph.h"
#include "audit/plt_stubs.h"

namespace ltoscope::audit {
namespace {

constexpr int word_bits = 64;

// How many words of stack cost as much to look through as an instruction without them.
constexpr int64_t words_per_unit = 4;

std::set<int> representatives(const std::set<int>& members, const LoadGroups& groups) {
  std::set<int> found;
  for (int member : members) found.insert(groups.find(member));
  return found;
}

}  // namespace

Value AddressTracker::callee_value(CalleeSet callees, uint64_t target, uint64_t load) {
  auto [place, is_new] = loads_.try_emplace({load, target}, Load{0, callees});
  if (is_new) place->second.group = groups_.add();
  return {.kind = Value::Kind::callee,
          .callees = callees,
          .target = target,
          .group = place->second.group};
}

// A number that is the address of a function is that function.
Value AddressTracker::address_value(uint64_t number, uint64_t load) {
  auto function = targets_.functions.find(number);
  if (function == targets_.functions.end()) return number_value(number);
  return callee_value(function->second, number, load);
}

Value AddressTracker::address_of(const Memory& memory, const MachineState& state) const {
  if (memory.thread_local_segment) return unknown_value();
  uint64_t displacement = static_cast<uint64_t>(memory.displacement);
  if (memory.fixed) return number_value(displacement);
  Value address = memory.base == no_register ? number_value(0) : state[memory.base];
  if (address.kind != Value::Kind::number && address.kind != Value::Kind::stack) {
    return unknown_value();
  }
  address.number += displacement;
  if (memory.index == no_register) return address;
  const Value& index = state[memory.index];
  if (index.kind != Value::Kind::number) return unknown_value();
  address.number += index.number * static_cast<uint64_t>(memory.scale);
  return address;
}

Value AddressTracker::load(const Operand& source, const MachineState& state, uint64_t instruction) {
  Value address = address_of(source.memory, state);
  if (source.bits != word_bits) return unknown_value();
  if (address.kind == Value::Kind::number) {
    auto slot = targets_.slots.find(address.number);
    if (slot != targets_.slots.end()) {
      used_slots_.insert(address.number);
      if (report_ != nullptr) fresh_slots_.insert(address.number);
      return callee_value(slot->second, address.number, instruction);
    }
    // Constants between the functions of a file that is not relocated.
    bool literal = targets_.fixed_addresses && !convention_.whole_address_operands &&
                   code_.ranges.index_at(address.number);
    std::optional<uint64_t> word;
    if (literal) word = elf::word_at_address(*code_.image, address.number);
    return word ? address_value(*word, instruction) : unknown_value();
  }
  if (address.kind != Value::Kind::stack) return unknown_value();
  StackSlot slot{address.base, address.number};
  const Value* stored = state.stack_value(slot);
  if (stored == nullptr) {
    int64_t first = convention_.pushes_return_address ? stack_word : 0;
    bool of_the_caller = slot.base == 0 && static_cast<int64_t>(slot.offset) >= first;
    return of_the_caller ? unknown_value() : Value{};
  }
  Value value = *stored;
  if (holds_callee(value) && exposed_.contains(slot)) value.kind = Value::Kind::mixed;
  return value;
}

void AddressTracker::store(const Operand& place, const Value& value, MachineState& state) {
  Value address = address_of(place.memory, state);
  if (address.kind == Value::Kind::stack) {
    StackSlot slot{address.base, address.number};
    state.overwrite_stack(slot, place.bits / 8);
    if (place.bits != word_bits) return;
    if (holds_callee(value) && exposed_.contains(slot)) escape(value);
    if (is_within_exposed(slot)) note_use(value);
    state.set_stack_value(slot, value);
    return;
  }
  if (holds_callee(value)) escape(value);
}

Value AddressTracker::value_of(const Operand& source, const MachineState& state,
                               uint64_t instruction) {
  switch (source.kind) {
    case Operand::Kind::general_register: {
      if (source.bits != word_bits) return unknown_value();
      Value value = state[source.reg];
      value.stale = false;
      return value;
    }
    case Operand::Kind::immediate:
      return targets_.fixed_addresses && convention_.whole_address_operands
                 ? address_value(source.immediate, instruction)
                 : number_value(source.immediate);
    case Operand::Kind::memory:
      return load(source, state, instruction);
    default:
      return unknown_value();
  }
}

void AddressTracker::assign(const Operand& target, Value value, MachineState& state) {
  if (target.kind == Operand::Kind::memory) return store(target, value, state);
  if (target.kind != Operand::Kind::general_register) {
    if (holds_callee(value)) escape(value);
    return;
  }
  // Writing 32 bits clears the rest; writing fewer leaves a mixture.
  bool whole = target.bits == word_bits || (target.bits == 32 && value.kind != Value::Kind::stack);
  if (!whole) value = unknown_value();
  bool is_frame =
      target.reg == convention_.stack_pointer || target.reg == convention_.frame_pointer;
  if (value.kind == Value::Kind::stack && !is_frame) expose({value.base, value.number});
  state[target.reg] = value;
}

// Whether the slot may belong to an object whose address is handed out.
bool AddressTracker::is_within_exposed(StackSlot slot) const {
  auto lowest = lowest_.find(slot.base);
  return lowest != lowest_.end() && lowest->second <= static_cast<int64_t>(slot.offset);
}

// The address of a stack slot is handed out: others may write there.
void AddressTracker::expose(StackSlot slot) {
  exposed_.insert(slot);
  int64_t offset = static_cast<int64_t>(slot.offset);
  auto [lowest, is_new] = lowest_.try_emplace(slot.base, offset);
  lowest->second = std::min(lowest->second, offset);
}

// A callee's address goes where it is not followed.
void AddressTracker::escape(const Value& value) {
  used_.insert(value.group);
  if (value.kind == Value::Kind::callee) escaped_.insert(value.group);
}

// The stack pointer is always a stack address; see step.
void AddressTracker::push(const Value& value, MachineState& state) {
  Value& stack_pointer = state[convention_.stack_pointer];
  stack_pointer.number -= stack_word;
  state.set_stack_value({stack_pointer.base, stack_pointer.number}, value);
}

Value AddressTracker::pop(MachineState& state) {
  Value& stack_pointer = state[convention_.stack_pointer];
  const Value* stored = state.stack_value({stack_pointer.base, stack_pointer.number});
  Value value = stored == nullptr ? unknown_value() : *stored;
  stack_pointer.number += stack_word;
  return value;
}

Value AddressTracker::sum(const Instruction& instruction, const MachineState& state) {
  const Operand& left = instruction.operands[1];
  Value value = value_of(left, state, instruction.address);
  Value other = value_of(instruction.operands[2], state, instruction.address);
  bool subtract = instruction.operation == Operation::subtract;
  if (other.kind == Value::Kind::thread_pointer && !subtract) std::swap(value, other);
  if (left.bits != word_bits || other.kind != Value::Kind::number) return unknown_value();
  uint64_t change = subtract ? 0 - other.number : other.number;
  if (value.kind == Value::Kind::number) {
    return address_value(value.number + change, instruction.address);
  }
  if (value.kind == Value::Kind::thread_pointer && instruction.operands[2].bit_position == 0) {
    value.base = instruction.address;
  }
  if (!is_distance(value)) return unknown_value();
  value.number += change;
  return value;
}

Value AddressTracker::inserted(const Instruction& instruction, const MachineState& state) {
  Value value = value_of(instruction.operands[1], state, instruction.address);
  if (value.kind != Value::Kind::number) return unknown_value();
  const Operand& part = instruction.operands[2];
  uint64_t mask = uint64_t{0xffff} << part.bit_position;
  uint64_t number = (value.number & ~mask) | part.immediate << part.bit_position;
  return targets_.fixed_addresses ? address_value(number, instruction.address)
                                  : number_value(number);
}

void AddressTracker::load_pair(const Instruction& instruction, MachineState& state) {
  Operand memory = instruction.operands[2];
  Value first = load(memory, state, instruction.address);
  memory.memory.displacement += word_bits / 8;
  Value second = load(memory, state, instruction.address);
  assign(instruction.operands[0], first, state);
  assign(instruction.operands[1], second, state);
}

void AddressTracker::store_pair(const Instruction& instruction, MachineState& state) {
  Operand memory = instruction.operands[0];
  store(memory, value_of(instruction.operands[1], state, instruction.address), state);
  memory.memory.displacement += word_bits / 8;
  store(memory, value_of(instruction.operands[2], state, instruction.address), state);
}

void AddressTracker::move_base(const BaseChange& change, MachineState& state) {
  Value& base = state[change.base];
  bool known = base.kind == Value::Kind::number || base.kind == Value::Kind::stack;
  if (known) {
    base.number += static_cast<uint64_t>(change.distance);
  } else {
    base = unknown_value();
  }
}

void AddressTracker::step(const Instruction& instruction, MachineState& state, CallSites* report) {
  report_ = report;
  work_ += 1 + static_cast<int64_t>(state.stack.size()) / words_per_unit;
  const BaseChange& change = instruction.base_change;
  bool moves = change.base != no_register;
  if (moves && change.before_access) move_base(change, state);
  execute(instruction, state);
  if (moves && !change.before_access) move_base(change, state);
  // Moved in a way that is not followed (frame aligned, room of a variable size): from here on
  // slots are told apart by their distance from this new place.
  if (state[convention_.stack_pointer].kind != Value::Kind::stack) {
    state[convention_.stack_pointer] = {.kind = Value::Kind::stack, .base = instruction.address};
  }
}

void AddressTracker::execute(const Instruction& instruction, MachineState& state) {
  const Operand& first = instruction.operands[0];
  const Operand& second = instruction.operands[1];
  uint64_t at = instruction.address;
  switch (instruction.operation) {
    case Operation::move:
      return assign(first, value_of(second, state, at), state);
    case Operation::load_pair:
      return load_pair(instruction, state);
    case Operation::store_pair:
      return store_pair(instruction, state);
    case Operation::insert:
      return assign(first, inserted(instruction, state), state);
    case Operation::load_page:
      return assign(first, address_of(second.memory, state), state);
    case Operation::load_address: {
      Value address = address_of(second.memory, state);
      if (address.kind == Value::Kind::number) address = address_value(address.number, at);
      return assign(first, address, state);
    }
    case Operation::add:
    case Operation::subtract:
      note_reads(instruction, state);
      return assign(first, sum(instruction, state), state);
    case Operation::push:
      return push(value_of(first, state, at), state);
    case Operation::pop:
      return assign(first, pop(state), state);
    case Operation::leave:
      state[convention_.stack_pointer] = state[convention_.frame_pointer];
      state[convention_.frame_pointer] = state[convention_.stack_pointer].kind == Value::Kind::stack
                                             ? pop(state)
                                             : unknown_value();
      return;
    case Operation::exchange: {
      Value left = value_of(first, state, at);
      Value right = value_of(second, state, at);
      assign(first, right, state);
      return assign(second, left, state);
    }
    case Operation::conditional_move: {
      Value moved =
          join(value_of(second, state, at), value_of(instruction.operands[2], state, at), groups_);
      return assign(first, moved, state);
    }
    case Operation::compare:
      for (const Operand& operand : {first, second}) note_use(value_of(operand, state, at));
      return;
    case Operation::stop:
      return note_use(state[convention_.result]);  // returned
    case Operation::conditional_jump:
      return note_use(value_of(second, state, at));
    case Operation::nop:
      return;
    case Operation::read_thread_pointer:
      return assign(first, {.kind = Value::Kind::thread_pointer}, state);
    case Operation::call:
      return call(instruction, state);
    case Operation::jump:
      return jump(instruction, state);
    case Operation::other:
      return other(instruction, state);
  }
}

void AddressTracker::note_use(const Value& value) {
  if (holds_callee(value)) used_.insert(value.group);
}

// A callee's address in an operand that is read, by an instruction that does not just pass it on.
void AddressTracker::note_reads(const Instruction& instruction, const MachineState& state) {
  for (const Operand& operand : instruction.operands) {
    if (!operand.read || operand.kind == Operand::Kind::none) continue;
    Value value = value_of(operand, state, instruction.address);
    if (holds_callee(value)) escape(value);
  }
}

void AddressTracker::other(const Instruction& instruction, MachineState& state) {
  note_reads(instruction, state);
  for (const Operand& operand : instruction.operands) {
    if (operand.kind != Operand::Kind::memory || !operand.written) continue;
    Value address = address_of(operand.memory, state);
    if (address.kind != Value::Kind::stack) continue;
    state.overwrite_stack({address.base, address.number}, operand.bits / 8);
  }
  overwrite_registers(instruction, state);
}

void AddressTracker::overwrite_registers(const Instruction& instruction, MachineState& state) {
  for (int reg = 0; reg < most_registers; ++reg) {
    if ((instruction.registers_written >> reg & 1) == 0) continue;
    state[static_cast<Register>(reg)] = unknown_value();
  }
}

// The value that a call or jump goes to, when that is decided by a register or by memory found
// through one. Calls that name an address or a slot themselves are counted elsewhere.
std::optional<Value> AddressTracker::indirect_target(const Instruction& instruction,
                                                     const MachineState& state, Register& through) {
  const Operand& target = instruction.operands[0];
  through = no_register;
  if (std::optional<uint64_t> named = branch_target(instruction)) {
    std::optional<Register> reg = retpoline_at(*named);
    if (!reg) return std::nullopt;
    through = *reg;
    return state[*reg];
  }
  if (target.kind == Operand::Kind::general_register) {
    through = target.reg;
    return state[target.reg];
  }
  if (target.kind != Operand::Kind::memory || target.memory.pc_relative) return std::nullopt;
  return load(target, state, instruction.address);
}

// A machine that cannot name a slot in the call itself loads it right before.
SiteForm AddressTracker::form_of_use(const Value& target) const {
  bool loaded_here = !convention_.calls_through_memory && target.callees != tls_descriptor_set &&
                     fresh_slots_.contains(target.target);
  return loaded_here ? SiteForm::got : SiteForm::through_register;
}

// Returns the callees that are certainly meant.
CalleeSet AddressTracker::use(const Instruction& instruction, const Value& target, SiteKind kind) {
  if (!holds_callee(target)) return 0;
  called_.insert(target.group);
  if (target.kind == Value::Kind::callee) {
    if (report_ != nullptr) {
      report_->sites.push_back(
          {instruction.address, target.target, kind, form_of_use(target), target.callees});
    }
    return target.callees;
  }
  if (report_ != nullptr) {
    report_->unresolved.push_back(
        {instruction.address, target.callees,
         "goes through a register or stack slot that does not always hold the same function"});
  }
  return 0;
}

void AddressTracker::call(const Instruction& instruction, MachineState& state) {
  Register through = no_register;
  CalleeSet callees = 0;
  if (std::optional<Value> target = indirect_target(instruction, state, through)) {
    callees = use(instruction, *target, SiteKind::call);
  }
  fresh_slots_.clear();
  if (!convention_.pushes_return_address) overwrite_registers(instruction, state);
  // The function behind a TLS descriptor changes no register but its result.
  if (callees == tls_descriptor_set) {
    state[convention_.result] = unknown_value();
    return;
  }
  escape_arguments(state, through);
  note_stack_arguments(state);
  for (Register reg : convention_.lost_in_calls) {
    if (holds_callee(state[reg])) state[reg].stale = true;
  }
  for (Register reg : convention_.results) state[reg] = unknown_value();
}

void AddressTracker::jump(const Instruction& instruction, MachineState& state) {
  Register through = no_register;
  if (std::optional<Value> target = indirect_target(instruction, state, through)) {
    use(instruction, *target, SiteKind::tail_jump);
  }
  for (Register reg : convention_.arguments) {
    if (!state[reg].stale && reg != through) note_use(state[reg]);
  }
  note_stack_arguments(state);
}

// What lies on top of the stack may be arguments.
void AddressTracker::note_stack_arguments(const MachineState& state) {
  const Value& top = state[convention_.stack_pointer];
  StackSlot slot{top.base, top.number};
  auto word = std::lower_bound(state.stack.begin(), state.stack.end(), slot,
                               [](const auto& a, StackSlot b) { return a.first < b; });
  for (; word != state.stack.end() && word->first == slot; ++word) {
    note_use(word->second);
    slot.offset += stack_word;
  }
}

void AddressTracker::escape_arguments(const MachineState& state, Register through) {
  for (Register reg : convention_.arguments) {
    const Value& value = state[reg];
    if (reg != through && holds_callee(value) && !value.stale) escape(value);
  }
}

void AddressTracker::report_loads(std::optional<uint64_t> undecodable, CallSites& report) const {
  std::set<int> called_groups = representatives(called_, groups_);
  std::set<int> used_groups = representatives(used_, groups_);
  std::set<int> escaped_groups = representatives(escaped_, groups_);
  for (const auto& [place, load] : loads_) {
    uint64_t address = place.first;
    int group = groups_.find(load.group);
    bool called = called_groups.contains(group);
    bool used = called || used_groups.contains(group);
    if (used && (!called || escaped_groups.contains(group))) {
      report.addresses_in_code.push_back({address, load.callees});
    }
    if (!used) {
      report.unresolved.push_back(
          {address, load.callees, "loads its address, and no use of it was found"});
    } else if (undecodable) {
      report.unresolved.push_back(
          {address, load.callees,
           fmt::format("loads its address in code that holds no instruction at {:#x}",
                       *undecodable)});
    }
  }
  report.used_slots.insert(used_slots_.begin(), used_slots_.end());
}

std::optional<Register> AddressTracker::retpoline_at(uint64_t address) {
  if (code_.image->machine != elf::Machine::x86_64) return std::nullopt;
  auto [place, is_new] = retpolines_.try_emplace(address);
  if (is_new) place->second = retpoline_register(code_, address);
  return place->second;
}

}  // namespace ltoscope::audit

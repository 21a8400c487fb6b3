// A fixed point over the blocks of one function, then one more pass that reports.
#include "audit/register_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>

#include "audit/flow_graph.h"
#include "audit/machine_state.h"
#include "audit/plt_stubs.h"

namespace ltoscope::audit {
namespace {

constexpr uint64_t stack_word = 8;
constexpr int word_bits = 64;

constexpr std::array argument_registers = {rdi, rsi, rdx, rcx, r8, r9};
constexpr std::array lost_in_calls = {rdi, rsi, rcx, r8, r9, r10, r11};
constexpr std::array kept_in_calls = {rbx, rbp, r12, r13, r14, r15};

class RegisterFlow {
 public:
  RegisterFlow(const CodeMap& code, const FlowTargets& targets, CallSites& found)
      : code_(code), targets_(targets), found_(found) {}

  void run(std::size_t range) {
    uint64_t begin = code_.ranges[range].begin;
    add_range(range);
    arrive(begin, state_at_entry());
    do {
      exposed_grew_ = false;
      for (const auto& [address, state] : states_) enqueue(address);
      while (!queue_.empty()) {
        uint64_t address = queue_.front();
        queue_.pop_front();
        queued_.erase(address);
        walk(address);
      }
    } while (exposed_grew_);
    reporting_ = true;
    for (const auto& [address, state] : states_) walk(address);
    report_loads();
  }

 private:
  // What one load instruction brought in, and what became of it.
  struct Load {
    int group;
    CalleeSet callees;
  };

  void add_range(std::size_t range) {
    if (!ranges_.insert(range).second) return;
    add_to_graph(code_, code_.ranges[range], graph_);
  }

  void enqueue(uint64_t address) {
    if (queued_.insert(address).second) queue_.push_back(address);
  }

  // Requires: a block begins at address.
  void arrive(uint64_t address, const MachineState& state) {
    auto [place, is_new] = states_.try_emplace(address, state);
    if (is_new || join_into(place->second, state, groups_)) enqueue(address);
  }

  void walk(uint64_t address) {
    MachineState state = states_.at(address);
    const std::vector<Instruction>& instructions = graph_.blocks.at(address).instructions;
    for (const Instruction& instruction : instructions) {
      step(instruction, state);
      if (instruction.operation == Operation::call && !reporting_) throw_from(instruction, state);
    }
    if (reporting_) return;
    const Instruction& last = instructions.back();
    if (last.operation == Operation::jump && goes_through_table(last)) arrive_anywhere(state);
    for (uint64_t successor : known_successors(last)) {
      // Only the unwinder enters a landing pad; a call before one does not return.
      bool falls_into_pad = successor == last.end() && is_landing_pad(graph_, successor);
      if (!falls_into_pad) go(last, successor, state);
    }
  }

  // An exception leaves the registers that calls keep as they are.
  void throw_from(const Instruction& call, const MachineState& after) {
    for (const elf::ExceptionRange& exception : graph_.exceptions) {
      if (contains(exception.calls, call.address)) go(call, exception.landing_pad, after);
    }
  }

  void go(const Instruction& from, uint64_t to, const MachineState& state) {
    if (graph_.blocks.contains(to)) return arrive(to, state);
    std::optional<std::size_t> range = range_at(code_, to);
    if (!range) return;
    if (!ranges_.contains(*range)) {
      bool falls_through = to == from.end();
      bool same_function =
          falls_through ? share_function(from.address, to) : leaves_with_callee(state);
      if (!same_function) return;
      add_range(*range);
    }
    // The other part may come back to the middle of a block.
    if (std::optional<uint64_t> before = split_block(graph_, to)) {
      if (states_.contains(*before)) enqueue(*before);
    }
    if (graph_.blocks.contains(to)) arrive(to, state);
  }

  bool share_function(uint64_t a, uint64_t b) const {
    for (const elf::CodeExtent& extent : functions_around(code_, a)) {
      if (contains(extent, b)) return true;
    }
    return false;
  }

  // A jump with a callee's address in a register that callers expect unchanged, or with the frame
  // still open, leads to a part of this function that was placed elsewhere: a tail call would have
  // restored both.
  static bool leaves_with_callee(const MachineState& state) {
    for (Register reg : kept_in_calls) {
      if (holds_callee(state[reg])) return true;
    }
    const Value& stack_pointer = state[rsp];
    bool frame_is_open = stack_pointer.kind != Value::Kind::stack || stack_pointer.base != 0 ||
                         stack_pointer.number != 0;
    if (!frame_is_open) return false;
    for (const auto& [slot, value] : state.stack) {
      if (holds_callee(value)) return true;
    }
    return false;
  }

  // Whether a jump may go through a table. A slot, or a pointer in an object (a virtual function),
  // has no index.
  bool goes_through_table(const Instruction& jump) {
    if (std::optional<uint64_t> target = branch_target(jump)) {
      return retpoline_at(*target).has_value();
    }
    const Operand& target = jump.operands[0];
    return target.kind != Operand::Kind::memory || target.memory.index != no_register;
  }

  std::optional<Register> retpoline_at(uint64_t address) {
    auto [place, is_new] = retpolines_.try_emplace(address);
    if (is_new) place->second = retpoline_register(code_, address);
    return place->second;
  }

  // Where jump tables lead is not known: to any block that nothing else leads to.
  void arrive_anywhere(const MachineState& state) {
    if (reporting_ || !join_into(anywhere_, state, groups_)) return;
    for (const auto& [address, block] : graph_.blocks) {
      if (block.without_known_way) arrive(address, anywhere_);
    }
  }

  Value callee_value(CalleeSet callees, uint64_t load) {
    auto [place, is_new] = loads_.try_emplace(load, Load{0, callees});
    if (is_new) place->second.group = groups_.add();
    return {.kind = Value::Kind::callee, .callees = callees, .group = place->second.group};
  }

  // A number that is the address of a function is that function.
  Value address_value(uint64_t number, uint64_t load) {
    auto function = targets_.functions.find(number);
    if (function == targets_.functions.end()) return number_value(number);
    return callee_value(function->second, load);
  }

  Value address_of(const Memory& memory, const MachineState& state) const {
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

  Value load(const Operand& source, const MachineState& state, uint64_t instruction) {
    Value address = address_of(source.memory, state);
    if (source.bits != word_bits) return unknown_value();
    if (address.kind == Value::Kind::number) {
      auto slot = targets_.slots.find(address.number);
      if (slot != targets_.slots.end()) {
        found_.used_slots.insert(address.number);
        return callee_value(slot->second, instruction);
      }
      return unknown_value();
    }
    if (address.kind != Value::Kind::stack) return unknown_value();
    StackSlot slot{address.base, address.number};
    const Value* stored = state.stack_value(slot);
    if (stored == nullptr) {
      bool of_the_caller = slot.base == 0 && static_cast<int64_t>(slot.offset) > 0;
      return of_the_caller ? unknown_value() : Value{};
    }
    Value value = *stored;
    if (holds_callee(value) && exposed_.contains(slot)) value.kind = Value::Kind::mixed;
    return value;
  }

  void store(const Operand& place, const Value& value, MachineState& state) {
    Value address = address_of(place.memory, state);
    if (address.kind == Value::Kind::stack) {
      StackSlot slot{address.base, address.number};
      state.overwrite_stack(slot, place.bits / 8);
      if (place.bits == word_bits) {
        if (holds_callee(value) && exposed_.contains(slot)) escape(value);
        state.set_stack_value(slot, value);
      }
      return;
    }
    if (holds_callee(value)) escape(value);
  }

  Value value_of(const Operand& source, const MachineState& state, uint64_t instruction) {
    switch (source.kind) {
      case Operand::Kind::general_register: {
        if (source.bits != word_bits) return unknown_value();
        Value value = state[source.reg];
        value.stale = false;
        return value;
      }
      case Operand::Kind::immediate:
        return targets_.fixed_addresses ? address_value(source.immediate, instruction)
                                        : number_value(source.immediate);
      case Operand::Kind::memory:
        return load(source, state, instruction);
      default:
        return unknown_value();
    }
  }

  void assign(const Operand& target, Value value, MachineState& state) {
    if (target.kind == Operand::Kind::memory) return store(target, value, state);
    if (target.kind != Operand::Kind::general_register) {
      if (holds_callee(value)) escape(value);
      return;
    }
    // Writing 32 bits clears the rest; writing fewer leaves a mixture.
    bool whole =
        target.bits == word_bits || (target.bits == 32 && value.kind != Value::Kind::stack);
    if (!whole) value = unknown_value();
    bool is_frame = target.reg == rsp || target.reg == rbp;
    if (value.kind == Value::Kind::stack && !is_frame) expose({value.base, value.number});
    state[target.reg] = value;
  }

  // The address of a stack slot is handed out: others may write there.
  void expose(StackSlot slot) {
    if (exposed_.insert(slot).second) exposed_grew_ = true;
  }

  // A callee's address goes where it is not followed.
  void escape(const Value& value) {
    used_.insert(value.group);
    if (value.kind == Value::Kind::callee) escaped_.insert(value.group);
  }

  // The stack pointer is always a stack address; see step.
  void push(const Value& value, MachineState& state) {
    Value& stack_pointer = state[rsp];
    stack_pointer.number -= stack_word;
    state.set_stack_value({stack_pointer.base, stack_pointer.number}, value);
  }

  Value pop(MachineState& state) {
    Value& stack_pointer = state[rsp];
    const Value* stored = state.stack_value({stack_pointer.base, stack_pointer.number});
    Value value = stored == nullptr ? unknown_value() : *stored;
    stack_pointer.number += stack_word;
    return value;
  }

  Value sum(const Instruction& instruction, const MachineState& state) {
    const Operand& left = instruction.operands[0];
    Value value = value_of(left, state, instruction.address);
    Value other = value_of(instruction.operands[1], state, instruction.address);
    if (left.bits != word_bits || other.kind != Value::Kind::number) return unknown_value();
    bool subtract = instruction.operation == Operation::subtract;
    uint64_t change = subtract ? 0 - other.number : other.number;
    if (value.kind == Value::Kind::number) {
      return address_value(value.number + change, instruction.address);
    }
    if (value.kind != Value::Kind::stack) return unknown_value();
    value.number += change;
    return value;
  }

  void step(const Instruction& instruction, MachineState& state) {
    execute(instruction, state);
    // Moved in a way that is not followed (frame aligned, room of a variable size): from here on
    // slots are told apart by their distance from this new place.
    if (state[rsp].kind != Value::Kind::stack) {
      state[rsp] = {.kind = Value::Kind::stack, .base = instruction.address};
    }
  }

  void execute(const Instruction& instruction, MachineState& state) {
    const Operand& first = instruction.operands[0];
    const Operand& second = instruction.operands[1];
    uint64_t at = instruction.address;
    switch (instruction.operation) {
      case Operation::move:
        return assign(first, value_of(second, state, at), state);
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
        state[rsp] = state[rbp];
        state[rbp] = state[rsp].kind == Value::Kind::stack ? pop(state) : unknown_value();
        return;
      case Operation::exchange: {
        Value left = value_of(first, state, at);
        Value right = value_of(second, state, at);
        assign(first, right, state);
        return assign(second, left, state);
      }
      case Operation::conditional_move: {
        Value moved = join(value_of(first, state, at), value_of(second, state, at), groups_);
        return assign(first, moved, state);
      }
      case Operation::compare:
        for (const Operand& operand : {first, second}) note_use(value_of(operand, state, at));
        return;
      case Operation::stop:
        return note_use(state[rax]);  // returned
      case Operation::conditional_jump:
      case Operation::nop:
        return;
      case Operation::call:
        return call(instruction, state);
      case Operation::jump:
        return jump(instruction, state);
      case Operation::other:
        return other(instruction, state);
    }
  }

  void note_use(const Value& value) {
    if (holds_callee(value)) used_.insert(value.group);
  }

  // A callee's address in an operand that is read, by an instruction that does not just pass it on.
  void note_reads(const Instruction& instruction, const MachineState& state) {
    for (const Operand& operand : instruction.operands) {
      if (!operand.read || operand.kind == Operand::Kind::none) continue;
      Value value = value_of(operand, state, instruction.address);
      if (holds_callee(value)) escape(value);
    }
  }

  void other(const Instruction& instruction, MachineState& state) {
    note_reads(instruction, state);
    for (const Operand& operand : instruction.operands) {
      if (operand.kind != Operand::Kind::memory || !operand.written) continue;
      Value address = address_of(operand.memory, state);
      if (address.kind != Value::Kind::stack) continue;
      state.overwrite_stack({address.base, address.number}, operand.bits / 8);
    }
    for (int reg = 0; reg < register_count; ++reg) {
      if ((instruction.registers_written >> reg & 1) == 0) continue;
      state[static_cast<Register>(reg)] = unknown_value();
    }
  }

  // The value that a call or jump goes to, when that is decided by a register or by memory found
  // through one. Calls that name an address or a slot themselves are counted elsewhere.
  std::optional<Value> indirect_target(const Instruction& instruction, const MachineState& state,
                                       Register& through) {
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

  // Returns the callees that are certainly meant.
  CalleeSet use(const Instruction& instruction, const Value& target, SiteKind kind) {
    if (!holds_callee(target)) return 0;
    called_.insert(target.group);
    if (target.kind == Value::Kind::callee) {
      if (reporting_) {
        found_.sites.push_back(
            {instruction.address, kind, SiteForm::through_register, target.callees});
      }
      return target.callees;
    }
    if (reporting_) {
      found_.unresolved.push_back(
          {instruction.address, target.callees,
           "goes through a register or stack slot that does not always hold the same function"});
    }
    return 0;
  }

  void call(const Instruction& instruction, MachineState& state) {
    Register through = no_register;
    CalleeSet callees = 0;
    if (std::optional<Value> target = indirect_target(instruction, state, through)) {
      callees = use(instruction, *target, SiteKind::call);
    }
    // The function behind a TLS descriptor changes no register but its result.
    if (callees == tls_descriptor_set()) {
      state[rax] = unknown_value();
      return;
    }
    escape_arguments(state, through);
    for (Register reg : lost_in_calls) {
      if (holds_callee(state[reg])) state[reg].stale = true;
    }
    state[rax] = unknown_value();
    state[rdx] = unknown_value();
  }

  void jump(const Instruction& instruction, MachineState& state) {
    Register through = no_register;
    if (std::optional<Value> target = indirect_target(instruction, state, through)) {
      use(instruction, *target, SiteKind::tail_jump);
    }
    for (Register reg : argument_registers) {
      if (!state[reg].stale && reg != through) note_use(state[reg]);
    }
  }

  void escape_arguments(const MachineState& state, Register through) {
    for (Register reg : argument_registers) {
      const Value& value = state[reg];
      if (reg != through && holds_callee(value) && !value.stale) escape(value);
    }
  }

  // Whether one of the groups is now the same as group.
  bool holds_group(const std::set<int>& groups, int group) const {
    return std::any_of(groups.begin(), groups.end(),
                       [&](int other) { return groups_.find(other) == groups_.find(group); });
  }

  void report_loads() {
    for (const auto& [address, load] : loads_) {
      bool called = holds_group(called_, load.group);
      bool used = called || holds_group(used_, load.group);
      if (used && (!called || holds_group(escaped_, load.group))) {
        found_.addresses_in_code.push_back({address, load.callees});
      }
      if (!used) {
        found_.unresolved.push_back(
            {address, load.callees, "loads its address, and no use of it was found"});
      }
      if (!graph_.undecodable.empty()) {
        found_.unresolved.push_back(
            {address, load.callees,
             fmt::format("its address is loaded in code that holds no instruction at {:#x}",
                         *graph_.undecodable.begin())});
      }
    }
  }

  const CodeMap& code_;
  const FlowTargets& targets_;
  CallSites& found_;

  FlowGraph graph_;
  std::set<std::size_t> ranges_;
  std::map<uint64_t, MachineState> states_;  // at the begin of each block that was reached
  MachineState anywhere_;                    // what any jump table may come with
  std::map<uint64_t, std::optional<Register>> retpolines_;
  std::deque<uint64_t> queue_;
  std::set<uint64_t> queued_;

  LoadGroups groups_;
  std::map<uint64_t, Load> loads_;         // by address of the instruction
  std::set<int> called_, escaped_, used_;  // groups
  std::set<StackSlot> exposed_;
  bool exposed_grew_ = false;
  bool reporting_ = false;
};

}  // namespace

void follow_registers(const CodeMap& code, const FlowTargets& targets, std::size_t range,
                      CallSites& found) {
  RegisterFlow(code, targets, found).run(range);
}

}  // namespace ltoscope::audit

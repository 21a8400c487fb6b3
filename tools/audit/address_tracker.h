// What single instructions do to addresses of callees: where they come from (loads), where they
// stay (registers, spilled stack slots), and what becomes of them (called, or taken elsewhere).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "audit/call_sites.h"
#include "audit/callees.h"
#include "audit/code_map.h"
#include "audit/instruction.h"
#include "audit/machine_state.h"
#include "audit/never_returning.h"

namespace ltoscope::audit {

struct FlowTargets {
  const CalleesByAddress& slots;
  const CalleesByAddress& functions;  // PLT entries and local definitions
  const NeverReturning& never_returning;
  bool fixed_addresses;  // an immediate may be an address: the file is not relocated
};

// For one function: step through its instructions until nothing changes any more, then once again
// with somewhere to report to.
class AddressTracker {
 public:
  // code and targets must outlive it.
  AddressTracker(const CodeMap& code, const FlowTargets& targets)
      : code_(code), targets_(targets), convention_(calling_convention(code.image->machine)) {}

  // Changes state as the instruction does. report: gets sites and what is unresolved, unless
  // nullptr.
  void step(const Instruction& instruction, MachineState& state, CallSites* report);

  // Reports the loads themselves: addresses that are taken, loads without a use, slots that were
  // read. undecodable: where the function holds bytes that are no instruction, which makes every
  // load doubtful.
  void report_loads(std::optional<uint64_t> undecodable, CallSites& report) const;

  // Requires: called before the first step of every block that is reported.
  void begin_block() { fresh_slots_.clear(); }

  LoadGroups& groups() { return groups_; }
  // What the steps so far have cost, in units of the order of a nanosecond.
  int64_t work() const { return work_; }
  // Grows when more of the stack turns out to be open to others; steps taken before may be wrong
  // then.
  std::size_t exposed_count() const { return exposed_.size(); }
  // See retpoline_register.
  std::optional<Register> retpoline_at(uint64_t address);

 private:
  struct Load {
    int group;
    CalleeSet callees;
  };

  Value callee_value(CalleeSet callees, uint64_t target, uint64_t load);
  Value address_value(uint64_t number, uint64_t load);
  Value address_of(const Memory& memory, const MachineState& state) const;
  Value load(const Operand& source, const MachineState& state, uint64_t instruction);
  Value value_of(const Operand& source, const MachineState& state, uint64_t instruction);
  Value sum(const Instruction& instruction, const MachineState& state);

  void execute(const Instruction& instruction, MachineState& state);
  void move_base(const BaseChange& change, MachineState& state);
  void load_pair(const Instruction& instruction, MachineState& state);
  void store_pair(const Instruction& instruction, MachineState& state);
  Value inserted(const Instruction& instruction, const MachineState& state);
  void assign(const Operand& target, Value value, MachineState& state);
  void store(const Operand& place, const Value& value, MachineState& state);
  void push(const Value& value, MachineState& state);
  Value pop(MachineState& state);
  void other(const Instruction& instruction, MachineState& state);
  static void overwrite_registers(const Instruction& instruction, MachineState& state);

  void call(const Instruction& instruction, MachineState& state);
  void jump(const Instruction& instruction, MachineState& state);
  std::optional<Value> indirect_target(const Instruction& instruction, const MachineState& state,
                                       Register& through);
  CalleeSet use(const Instruction& instruction, const Value& target, SiteKind kind);

  void note_use(const Value& value);
  void note_reads(const Instruction& instruction, const MachineState& state);
  void note_stack_arguments(const MachineState& state);
  void escape(const Value& value);
  void escape_arguments(const MachineState& state, Register through);
  void expose(StackSlot slot);
  bool is_within_exposed(StackSlot slot) const;
  SiteForm form_of_use(const Value& target) const;

  const CodeMap& code_;
  const FlowTargets& targets_;
  const CallingConvention& convention_;
  CallSites* report_ = nullptr;
  LoadGroups groups_;
  std::map<std::pair<uint64_t, uint64_t>, Load> loads_;  // by instruction and target
  std::set<int> called_, escaped_, used_;                // groups
  std::set<uint64_t> used_slots_;                        // that were loaded from
  std::set<uint64_t> fresh_slots_;      // of these in this block, since the last call
  std::set<StackSlot> exposed_;         // whose address is handed out
  std::map<uint64_t, int64_t> lowest_;  // of these, by base
  int64_t work_ = 0;
  std::map<uint64_t, std::optional<Register>> retpolines_;
};

}  // namespace ltoscope::audit

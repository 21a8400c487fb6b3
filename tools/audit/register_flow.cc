// A fixed point over the blocks of one function, then one more pass that reports.
#include "audit/register_flow.h"

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "audit/flow_graph.h"
#include "audit/machine_state.h"

namespace ltoscope::audit {
namespace {

constexpr std::array kept_in_calls = {rbx, rbp, r12, r13, r14, r15};

class RegisterFlow {
 public:
  RegisterFlow(const CodeMap& code, const FlowTargets& targets)
      : code_(code), targets_(targets), tracker_(code, targets) {}

  void run(std::size_t range, CallSites& found) {
    add_range(range);
    arrive(code_.ranges[range].begin, state_at_entry());
    std::size_t exposed = 0;
    do {
      exposed = tracker_.exposed_count();
      for (const auto& [address, state] : states_) enqueue(address);
      settle();
    } while (tracker_.exposed_count() != exposed);
    report(found);
  }

 private:
  void settle() {
    while (!queue_.empty()) {
      uint64_t address = queue_.front();
      queue_.pop_front();
      queued_.erase(address);
      walk(address);
    }
  }

  void report(CallSites& found) {
    for (const auto& [address, entry_state] : states_) {
      MachineState state = entry_state;
      for (const Instruction& instruction : graph_.blocks.at(address).instructions) {
        tracker_.step(instruction, state, &found);
      }
    }
    std::optional<uint64_t> undecodable;
    if (!graph_.undecodable.empty()) undecodable = *graph_.undecodable.begin();
    tracker_.report_loads(undecodable, found);
  }

  void add_range(std::size_t range) {
    if (!ranges_.insert(range).second) return;
    add_to_graph(code_, targets_.never_returning, code_.ranges[range], graph_);
  }

  void enqueue(uint64_t address) {
    if (queued_.insert(address).second) queue_.push_back(address);
  }

  // Requires: a block begins at address.
  void arrive(uint64_t address, const MachineState& state) {
    auto [place, is_new] = states_.try_emplace(address, state);
    if (is_new || join_into(place->second, state, tracker_.groups())) enqueue(address);
  }

  void walk(uint64_t address) {
    MachineState state = states_.at(address);
    const FlowBlock& block = graph_.blocks.at(address);
    std::vector<std::pair<Instruction, MachineState>> calls;
    bool catches = !graph_.exceptions.empty();
    for (const Instruction& instruction : block.instructions) {
      tracker_.step(instruction, state, nullptr);
      if (catches && instruction.operation == Operation::call) {
        calls.emplace_back(instruction, state);
      }
    }
    bool goes_on = !block.ends_for_good;
    Instruction last = block.instructions.back();
    // From here on blocks may be split, this one too.
    for (const auto& [call, after] : calls) throw_from(call, after);
    if (!goes_on) return;
    if (last.operation == Operation::jump && goes_through_table(last)) arrive_anywhere(state);
    for (uint64_t successor : known_successors(last)) {
      // Only the unwinder enters a landing pad; a call before one does not return.
      bool falls_into_pad = successor == last.end() && is_landing_pad(graph_, successor);
      if (!falls_into_pad) go(last, successor, state);
    }
  }

  // An exception leaves the registers that calls keep as they are.
  void throw_from(const Instruction& call, const MachineState& after) {
    // By index: going to another range adds its exceptions.
    for (std::size_t index = 0; index < graph_.exceptions.size(); ++index) {
      elf::ExceptionRange exception = graph_.exceptions[index];
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
      return tracker_.retpoline_at(*target).has_value();
    }
    const Operand& target = jump.operands[0];
    return target.kind != Operand::Kind::memory || target.memory.index != no_register;
  }

  // Where jump tables lead is not known: to any block that nothing else leads to.
  void arrive_anywhere(const MachineState& state) {
    if (!join_into(anywhere_, state, tracker_.groups())) return;
    for (const auto& [address, block] : graph_.blocks) {
      if (block.without_known_way) arrive(address, anywhere_);
    }
  }

  const CodeMap& code_;
  const FlowTargets& targets_;
  AddressTracker tracker_;
  FlowGraph graph_;
  std::set<std::size_t> ranges_;
  std::map<uint64_t, MachineState> states_;  // at the begin of each block that was reached
  MachineState anywhere_;                    // what any jump table may come with
  std::deque<uint64_t> queue_;
  std::set<uint64_t> queued_;
};

}  // namespace

void follow_registers(const CodeMap& code, const FlowTargets& targets, std::size_t range,
                      CallSites& found) {
  RegisterFlow(code, targets).run(range, found);
}

}  // namespace ltoscope::audit

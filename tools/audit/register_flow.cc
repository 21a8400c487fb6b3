// A fixed point over the blocks of one function, then one more pass that reports.
#include "audit/register_flow.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "audit/aarch64_instruction.h"
#include "audit/aarch64_stubs.h"
#include "audit/flow_graph.h"
#include "audit/machine_state.h"

namespace ltoscope::audit {
namespace {

// What following one range may cost for each of its instructions, in the tracker's units. Real
// functions take a few dozen; only made-up ones, which change a wide state at every turn, come
// near.
constexpr int64_t work_per_instruction = 4000;
constexpr int64_t instructions_granted = 64;  // beside its own: small ranges have large cold parts
// How many words of stack, and registers, all states of one range may hold for each of its
// instructions, and at most. Real functions hold up to 30 for each, and half a million.
constexpr int64_t words_per_instruction = 128, most_words_at_all = 6'000'000;
// What it costs to decode an instruction, and to copy or join a state without a stack.
constexpr int64_t decoding_work = 16, copying_work = 16;

class RegisterFlow {
 public:
  RegisterFlow(const CodeMap& code, const FlowTargets& targets)
      : code_(code),
        targets_(targets),
        convention_(calling_convention(code.image->machine)),
        tracker_(code, targets) {}

  void run(std::size_t range, CallSites& found) {
    if (!settle_range(range)) return give_up(code_.ranges[range], found);
    report(found, nullptr);
  }

  bool visit(std::size_t range, const FlowVisitor& visitor) {
    if (!settle_range(range)) return false;
    CallSites unwanted;
    report(unwanted, &visitor);
    return true;
  }

 private:
  // Whether it was possible within what the range may cost.
  bool settle_range(std::size_t range) {
    add_range(range);
    int64_t instructions = instructions_granted;
    for (const auto& [address, block] : graph_.blocks) {
      instructions += static_cast<int64_t>(block.instructions.size());
    }
    most_work_ = work() + instructions * work_per_instruction;
    most_words_ = std::min(instructions * words_per_instruction, most_words_at_all);
    arrive(code_.ranges[range].begin, state_at_entry(convention_));
    std::size_t exposed = 0;
    do {
      exposed = tracker_.exposed_count();
      for (const auto& [address, state] : states_) enqueue(address);
      settle();
    } while (tracker_.exposed_count() != exposed && !is_too_much());
    return !is_too_much();
  }

  void settle() {
    while (!queue_.empty() && !is_too_much()) {
      uint64_t address = queue_.front();
      queue_.pop_front();
      queued_.erase(address);
      walk(address);
    }
  }

  int64_t work() const { return work_ + tracker_.work(); }
  bool is_too_much() const { return work() > most_work_ || words_ > most_words_; }

  // Any of the callees may be called from here.
  void give_up(const CodeRange& range, CallSites& found) const {
    CalleeSet callees = 0;
    for (const CalleesByAddress* places : {&targets_.slots, &targets_.functions}) {
      for (const auto& [address, here] : *places) callees |= here;
    }
    found.unresolved.push_back(
        {range.begin, callees, "begins code that takes more steps to follow than its size allows"});
  }

  void report(CallSites& found, const FlowVisitor* visitor) {
    for (const auto& [address, entry_state] : states_) {
      MachineState state = entry_state;
      tracker_.begin_block();
      for (const Instruction& instruction : graph_.blocks.at(address).instructions) {
        if (visitor != nullptr) (*visitor)(instruction, state);
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
    work_ += decoding_work * static_cast<int64_t>(code_.ranges[range].bytes.size());
  }

  void enqueue(uint64_t address) {
    if (queued_.insert(address).second) queue_.push_back(address);
  }

  // Requires: a block begins at address.
  void arrive(uint64_t address, const MachineState& state) {
    work_ += copying_work + static_cast<int64_t>(state.stack.size());
    auto [place, is_new] = states_.try_emplace(address, state);
    int64_t before = is_new ? -most_registers : static_cast<int64_t>(place->second.stack.size());
    if (is_new || join_into(place->second, state, tracker_.groups())) enqueue(address);
    words_ += static_cast<int64_t>(place->second.stack.size()) - before;
  }

  void walk(uint64_t address) {
    MachineState state = states_.at(address);
    const FlowBlock& block = graph_.blocks.at(address);
    std::vector<std::pair<Instruction, MachineState>> calls;
    bool catches = !graph_.exceptions.empty();
    int64_t words_before = words_;
    for (const Instruction& instruction : block.instructions) {
      tracker_.step(instruction, state, nullptr);
      if (catches && instruction.operation == Operation::call) {
        work_ += copying_work + static_cast<int64_t>(state.stack.size());
        words_ += static_cast<int64_t>(state.stack.size());
        if (is_too_much()) return;
        calls.emplace_back(instruction, state);
      }
    }
    words_ = words_before;
    bool goes_on = !block.ends_for_good;
    Instruction last = block.instructions.back();
    // From here on blocks may be split, this one too.
    for (const auto& [call, after] : calls) throw_from(call, after);
    if (!goes_on) return;
    if (last.operation == Operation::jump && goes_through_table(last)) arrive_anywhere(state);
    for (uint64_t successor : known_successors(last)) {
      // Only the unwinder enters a landing pad; a call before one does not return.
      bool falls_into_pad = successor == last.end() && graph_.landing_pads.contains(successor);
      if (!falls_into_pad) go(last, successor, state);
    }
  }

  // An exception leaves the registers that calls keep as they are.
  void throw_from(const Instruction& call, const MachineState& after) {
    for (uint64_t pad : landing_pads_of(graph_, call.address)) go(call, pad, after);
  }

  void go(const Instruction& from, uint64_t to, const MachineState& state) {
    if (graph_.blocks.contains(to)) return arrive(to, state);
    std::optional<std::size_t> range = code_.ranges.index_at(to);
    if (!range) return;
    if (!ranges_.contains(*range)) {
      if (is_stub(to)) return;
      bool falls_through = to == from.end();
      bool same_function = falls_through ? share_function(from.address, to)
                                         : leaves_with_address(state) || comes_back(from, to);
      if (!same_function) return;
      add_range(*range);
    }
    // The other part may come back to the middle of a block.
    if (std::optional<uint64_t> before = split_block(graph_, to)) {
      work_ += static_cast<int64_t>(graph_.blocks.at(to).instructions.size());
      if (states_.contains(*before)) enqueue(*before);
    }
    if (graph_.blocks.contains(to)) arrive(to, state);
  }

  bool share_function(uint64_t a, uint64_t b) const {
    std::optional<elf::CodeExtent> functions = hull_around(code_, a);
    return functions && contains(*functions, b);
  }

  // PLT entries and thunks lead to other functions.
  bool is_stub(uint64_t address) const {
    return code_.image->machine == elf::Machine::aarch64 &&
           aarch64_stub_at(code_, address).has_value();
  }

  // A jump to one instruction that a linker moved away, and a jump back: how linkers keep certain
  // processors from an erratum.
  bool comes_back(const Instruction& from, uint64_t to) const {
    if (code_.image->machine != elf::Machine::aarch64) return false;
    std::span<const std::byte> bytes = code_from(code_, to);
    if (bytes.size() < 2 * aarch64_size) return false;
    uint64_t second = to + aarch64_size;
    std::optional<uint32_t> word = aarch64_word(bytes.subspan(aarch64_size));
    return aarch64_branch_target(*word, second) == from.end();
  }

  // A jump with a callee's address in a register that callers expect unchanged, or with the frame
  // still open, leads to a part of this function that was placed elsewhere: a tail call would have
  // restored both.
  bool leaves_with_address(const MachineState& state) const {
    for (Register reg : convention_.kept_in_calls) {
      if (holds_callee(state[reg]) || may_lead_to_slot(state[reg])) return true;
    }
    const Value& stack_pointer = state[convention_.stack_pointer];
    bool frame_is_open = stack_pointer.kind != Value::Kind::stack || stack_pointer.base != 0 ||
                         stack_pointer.number != 0;
    if (!frame_is_open) return false;
    for (const auto& [slot, value] : state.stack) {
      if (holds_callee(value)) return true;
    }
    return false;
  }

  // Whether the value is the begin of a page, as `adrp` makes them for loads of slots.
  bool may_lead_to_slot(const Value& value) const {
    constexpr uint64_t page = 4096;
    return !convention_.calls_through_memory && value.kind == Value::Kind::number &&
           value.number >= page && value.number % page == 0;
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
    work_ += static_cast<int64_t>(graph_.blocks.size());
    for (const auto& [address, block] : graph_.blocks) {
      if (block.without_known_way) arrive(address, anywhere_);
    }
  }

  const CodeMap& code_;
  const FlowTargets& targets_;
  const CallingConvention& convention_;
  AddressTracker tracker_;
  FlowGraph graph_;
  std::set<std::size_t> ranges_;
  std::map<uint64_t, MachineState> states_;  // at the begin of each block that was reached
  MachineState anywhere_;                    // what any jump table may come with
  std::deque<uint64_t> queue_;
  std::set<uint64_t> queued_;
  int64_t work_ = 0;  // beside the tracker's
  int64_t most_work_ = 0;
  int64_t words_ = 0;  // that all states hold
  int64_t most_words_ = 0;
};

}  // namespace

void follow_registers(const CodeMap& code, const FlowTargets& targets, std::size_t range,
                      CallSites& found) {
  RegisterFlow(code, targets).run(range, found);
}

bool visit_registers(const CodeMap& code, const FlowTargets& targets, std::size_t range,
                     const FlowVisitor& visit) {
  return RegisterFlow(code, targets).visit(range, visit);
}

}  // namespace ltoscope::audit

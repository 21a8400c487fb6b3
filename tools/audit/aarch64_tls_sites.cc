// The sieve gives ranges, following registers their sites.
#include "audit/aarch64_tls_sites.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>

#include "audit/aarch64_instruction.h"
#include "audit/aarch64_ranges.h"
#include "audit/register_flow.h"
#include "audit/tls_site_list.h"
#include "audit/tls_uses.h"
#include "command/parallel.h"

namespace ltoscope::audit {
namespace {

constexpr char too_many_steps[] =
    "begins code that takes more steps to follow than its size allows";

// What one range, and those that it leads to, shows.
struct RangeSites {
  bool gave_up = false;
  std::map<uint64_t, uint64_t> lookups;            // calls, and the slot in x0
  std::map<uint64_t, uint64_t> loads;              // of static offsets, and the slot
  std::map<uint64_t, std::set<uint64_t>> offsets;  // instructions that name offsets in the block
  std::set<uint64_t> thread_pointer_reads;
};

// An address, or a distance from the thread pointer, and the register's value that it was made
// from.
struct TlsPlace {
  Value from;
  uint64_t number;
};

Value value_before(const Operand& operand, const MachineState& state) {
  if (operand.kind == Operand::Kind::immediate) return number_value(operand.immediate);
  bool is_whole = operand.kind == Operand::Kind::general_register && operand.bits == 64;
  return is_whole ? state[operand.reg] : unknown_value();
}

std::optional<TlsPlace> sum_of_values(Value left, Value right) {
  if (right.kind == Value::Kind::thread_pointer) std::swap(left, right);
  bool is_known = left.kind == Value::Kind::number || left.kind == Value::Kind::thread_pointer;
  if (!is_known || right.kind != Value::Kind::number) return std::nullopt;
  return TlsPlace{left, left.number + right.number};
}

std::optional<TlsPlace> tls_place_of(const Memory& memory, const MachineState& state) {
  uint64_t displacement = static_cast<uint64_t>(memory.displacement);
  if (memory.fixed) return TlsPlace{number_value(displacement), displacement};
  if (memory.base == no_register) return std::nullopt;
  Value index = memory.index == no_register ? number_value(displacement) : state[memory.index];
  if (memory.scale != 1 && index.kind != Value::Kind::number) return std::nullopt;
  index.number *= static_cast<uint64_t>(memory.index == no_register ? 1 : memory.scale);
  return sum_of_values(state[memory.base], index);
}

class Aarch64TlsFinder {
 public:
  Aarch64TlsFinder(const CodeMap& code, const TlsVariables& variables, bool fixed_offsets,
                   const SiteSearch& search)
      : code_(code),
        variables_(variables),
        fixed_offsets_(fixed_offsets && variables.block_size() != 0),
        search_(search),
        found_(variables) {}

  TlsSites find(const std::vector<CallSite>& calls, CalleeSet lookup) && {
    for (const CallSite& call : calls) {
      if ((call.callees & lookup) != 0) lookups_.insert(call.address);
      if ((call.callees & tls_descriptor_set) != 0) {
        found_.add_descriptor_call(call.address, call.target, uses_behind(call.address));
      }
    }
    follow_ranges();
    for (const CallSite& call : calls) {
      if ((call.callees & lookup) == 0) continue;
      auto slot = all_.lookups.find(call.address);
      found_.add_lookup(call.address, slot == all_.lookups.end() ? 0 : slot->second,
                        LookupForm::either, uses_behind(call.address));
    }
    for (const auto& [address, slot] : all_.loads) found_.add_static_offset(address, slot);
    for (const auto& [address, offsets] : all_.offsets) found_.add_known_offsets(address, offsets);
    return std::move(found_).result();
  }

 private:
  void follow_ranges() {
    std::set<std::size_t> with_loads = ranges_with_loads();
    std::set<uint64_t> reads = fixed_offsets_ ? thread_pointer_reads() : std::set<uint64_t>();
    std::set<std::size_t> with_reads = ranges_of(reads);
    std::set<std::size_t> wanted = ranges_of(lookups_);
    wanted.insert(with_loads.begin(), with_loads.end());
    wanted.insert(with_reads.begin(), with_reads.end());
    std::vector<std::size_t> ranges(wanted.begin(), wanted.end());
    std::vector<RangeSites> parts(ranges.size());
    FlowTargets targets{search_.callees.slots, search_.callees.entries, search_.never_returning,
                        code_.image->type == elf::FileType::executable};
    for_each_piece(ranges.size(), search_.threads, [&](std::size_t index) {
      RangeSites& part = parts[index];
      part.gave_up =
          !visit_registers(code_, targets, ranges[index],
                           [&](const Instruction& instruction, const MachineState& state) {
                             look(instruction, state, part);
                           });
    });
    for (std::size_t index = 0; index < ranges.size(); ++index) {
      RangeSites& part = parts[index];
      all_.lookups.merge(part.lookups);
      all_.loads.merge(part.loads);
      for (auto& [address, offsets] : part.offsets) all_.offsets[address].merge(offsets);
      all_.thread_pointer_reads.merge(part.thread_pointer_reads);
      if (!part.gave_up) continue;
      uint64_t begin = code_.ranges[ranges[index]].begin;
      if (with_loads.contains(ranges[index])) {
        found_.add_doubt(begin, TlsModel::initial_exec, too_many_steps);
      }
      if (with_reads.contains(ranges[index])) {
        found_.add_doubt(begin, TlsModel::local_exec, too_many_steps);
      }
    }
    for (uint64_t read : reads) {
      if (all_.thread_pointer_reads.contains(read)) continue;
      found_.add_doubt(read, TlsModel::local_exec,
                       "reads the thread pointer in code that no way was found to");
    }
  }

  std::set<std::size_t> ranges_with_loads() const {
    CalleesByAddress slots;
    for (const auto& [address, slot] : variables_.slots()) {
      if (slot.kind == TlsSlotKind::static_offset) slots[address] = 1;
    }
    bool constants = code_.image->type == elf::FileType::executable;
    return ranges_with_addresses(code_, scan_aarch64(code_, slots, {}, constants, search_.threads),
                                 [&](uint64_t address) { return slots.contains(address); });
  }

  std::set<uint64_t> thread_pointer_reads() const {
    std::set<uint64_t> reads;
    for (const CodeArea& area : code_.areas) {
      for (uint64_t at = 0; at + aarch64_size <= area.bytes.size(); at += aarch64_size) {
        if (is_aarch64_thread_pointer_read(*aarch64_word(area.bytes.subspan(at)))) {
          reads.insert(area.address + at);
        }
      }
    }
    return reads;
  }

  std::set<std::size_t> ranges_of(const auto& addresses) const {
    std::set<std::size_t> ranges;
    for (uint64_t address : addresses) {
      if (std::optional<std::size_t> range = code_.ranges.index_at(address)) ranges.insert(*range);
    }
    return ranges;
  }

  // state: before the instruction.
  void look(const Instruction& instruction, const MachineState& state, RangeSites& part) const {
    if (instruction.operation == Operation::read_thread_pointer) {
      part.thread_pointer_reads.insert(instruction.address);
    }
    bool is_lookup = lookups_.contains(instruction.address);
    const Value& argument = state[calling_convention(elf::Machine::aarch64).arguments[0]];
    if (is_lookup && argument.kind == Value::Kind::number) {
      part.lookups.try_emplace(instruction.address, argument.number);
    }
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::memory) access(instruction, operand, state, part);
    }
    if (instruction.operation == Operation::add) name_address(instruction, state, part);
  }

  void access(const Instruction& instruction, const Operand& operand, const MachineState& state,
              RangeSites& part) const {
    std::optional<TlsPlace> place = tls_place_of(operand.memory, state);
    if (!place) return;
    if (instruction.base_change.before_access) {
      place->number += static_cast<uint64_t>(instruction.base_change.distance);
    }
    if (place->from.kind == Value::Kind::thread_pointer) {
      name_offset(instruction.address, *place, part);
      bool is_pair = instruction.operation == Operation::load_pair ||
                     instruction.operation == Operation::store_pair;
      place->number += static_cast<uint64_t>(operand.bits / 8);
      if (is_pair) name_offset(instruction.address, *place, part);
      return;
    }
    auto slot = variables_.slots().find(place->number);
    bool loads = instruction.operation == Operation::move && operand.read &&
                 slot != variables_.slots().end() &&
                 slot->second.kind == TlsSlotKind::static_offset;
    if (loads) part.loads.try_emplace(instruction.address, place->number);
  }

  // The last part of an address is added.
  void name_address(const Instruction& instruction, const MachineState& state,
                    RangeSites& part) const {
    const Operand& right = instruction.operands[2];
    if (right.bit_position != 0) return;
    std::optional<TlsPlace> place =
        sum_of_values(value_before(instruction.operands[1], state), value_before(right, state));
    if (place && place->from.kind == Value::Kind::thread_pointer) {
      name_offset(instruction.address, *place, part);
    }
  }

  // Once an instruction has named a variable, what is done with its address is no other site.
  void name_offset(uint64_t instruction, const TlsPlace& place, RangeSites& part) const {
    bool was_named = place.from.base != 0 && is_in_block(place.from.number);
    if (!fixed_offsets_ || was_named || !is_in_block(place.number)) return;
    part.offsets[instruction].insert(place.number - variables_.block_begin());
  }

  bool is_in_block(uint64_t distance) const {
    return distance - variables_.block_begin() < variables_.block_size();
  }

  UsesBehind uses_behind(uint64_t call) const {
    return [this, call] {
      Register result = calling_convention(elf::Machine::aarch64).result;
      return displaced_uses(code_, call + aarch64_size, result);
    };
  }

  const CodeMap& code_;
  const TlsVariables& variables_;
  const bool fixed_offsets_;
  const SiteSearch& search_;
  std::unordered_set<uint64_t> lookups_;
  TlsSiteList found_;
  RangeSites all_;
};

}  // namespace

TlsSites find_aarch64_tls_sites(const CodeMap& code, const TlsVariables& variables,
                                const std::vector<CallSite>& calls, CalleeSet lookup,
                                bool fixed_offsets, const SiteSearch& search) {
  return Aarch64TlsFinder(code, variables, fixed_offsets, search).find(calls, lookup);
}

}  // namespace ltoscope::audit

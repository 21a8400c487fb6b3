// The lattice: undefined below everything, unknown above plain values, mixed above whatever
// involves a callee.
#include "audit/machine_state.h"

#include <algorithm>

namespace ltoscope::audit {
namespace {

bool same(const Value& a, const Value& b) {
  return a.kind == b.kind && a.stale == b.stale && a.callees == b.callees && a.target == b.target &&
         a.base == b.base && a.number == b.number;
}

auto place_of(std::vector<std::pair<StackSlot, Value>>& stack, StackSlot slot) {
  return std::lower_bound(stack.begin(), stack.end(), slot,
                          [](const auto& entry, StackSlot key) { return entry.first < key; });
}

}  // namespace

int LoadGroups::add() {
  parent_.push_back(static_cast<int>(parent_.size()));
  return parent_.back();
}

int LoadGroups::find(int group) const {
  while (parent_[static_cast<std::size_t>(group)] != group) {
    int& parent = parent_[static_cast<std::size_t>(group)];
    parent = parent_[static_cast<std::size_t>(parent)];
    group = parent;
  }
  return group;
}

void LoadGroups::unite(int a, int b) { parent_[static_cast<std::size_t>(find(a))] = find(b); }

Value unknown_value() { return {.kind = Value::Kind::unknown}; }

Value number_value(uint64_t number) { return {.kind = Value::Kind::number, .number = number}; }

bool holds_callee(const Value& value) {
  return value.kind == Value::Kind::callee || value.kind == Value::Kind::mixed;
}

const Value* MachineState::stack_value(StackSlot slot) const {
  auto place = std::lower_bound(stack.begin(), stack.end(), slot,
                                [](const auto& entry, StackSlot key) { return entry.first < key; });
  return place != stack.end() && place->first == slot ? &place->second : nullptr;
}

void MachineState::set_stack_value(StackSlot slot, const Value& value) {
  auto place = place_of(stack, slot);
  if (place != stack.end() && place->first == slot) {
    place->second = value;
  } else {
    stack.insert(place, {slot, value});
  }
}

void MachineState::overwrite_stack(StackSlot slot, int bytes) {
  for (auto& [key, value] : stack) {
    uint64_t ahead = key.offset - slot.offset;  // small when the key lies in what is written
    uint64_t behind =
        slot.offset - key.offset;  // small when what is written lies in the key's word
    if (key.base == slot.base && (ahead < static_cast<uint64_t>(bytes) || behind < stack_word)) {
      value = unknown_value();
    }
  }
}

MachineState state_at_entry(const CallingConvention& convention) {
  MachineState state;
  for (Register reg : convention.set_at_entry) state[reg] = unknown_value();
  state[convention.stack_pointer] = {.kind = Value::Kind::stack};
  return state;
}

Value join(const Value& a, const Value& b, LoadGroups& groups) {
  if (a.kind == Value::Kind::undefined) return b;
  if (b.kind == Value::Kind::undefined) return a;
  if (!holds_callee(a) && !holds_callee(b)) return same(a, b) ? a : unknown_value();
  Value joined = holds_callee(a) ? a : b;
  joined.stale = a.stale && b.stale;
  joined.callees = a.callees | b.callees;
  if (a.target != b.target) joined.target = 0;
  if (holds_callee(a) && holds_callee(b)) groups.unite(a.group, b.group);
  bool both_the_same =
      a.kind == Value::Kind::callee && b.kind == Value::Kind::callee && a.callees == b.callees;
  if (!both_the_same) joined.kind = Value::Kind::mixed;
  return joined;
}

bool join_into(MachineState& into, const MachineState& from, LoadGroups& groups) {
  bool changed = false;
  auto join_value = [&](Value& value, const Value& other) {
    Value joined = join(value, other, groups);
    if (same(joined, value)) return;
    value = joined;
    changed = true;
  };
  for (std::size_t index = 0; index < into.registers.size(); ++index) {
    join_value(into.registers[index], from.registers[index]);
  }
  for (const auto& [slot, value] : from.stack) {
    auto place = place_of(into.stack, slot);
    if (place != into.stack.end() && place->first == slot) {
      join_value(place->second, value);
    } else {
      into.stack.insert(place, {slot, value});
      changed = true;
    }
  }
  return changed;
}

}  // namespace ltoscope::audit

// What is known of registers and stack at one place in a function, as far as it matters for calls
// through registers: which of them hold the address of a counted function.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "audit/callees.h"
#include "audit/instruction.h"

namespace ltoscope::audit {

// Sets of load instructions whose values meet somewhere. Each load begins as a set of its own.
class LoadGroups {
 public:
  int add();
  int find(int group) const;
  void unite(int a, int b);

 private:
  mutable std::vector<int> parent_;
};

struct Value {
  enum class Kind : uint8_t {
    undefined,  // never written here; compilers do not read such a register
    unknown,
    number,          // of a known value, such as an address
    stack,           // an address in the stack frame
    callee,          // the address of one of the callees
    thread_pointer,  // at a distance from where the thread keeps what is its own
    mixed,  // on some ways here the address of one of the callees, on others something else
  };
  Kind kind = Kind::undefined;
  // A call came between: the compiler reads it only if it knows that the called function keeps it.
  bool stale = false;
  CalleeSet callees = 0;  // callee, mixed
  // callee: the slot that it was loaded from, or the address of the function or PLT entry itself;
  // 0: on different ways here different ones.
  uint64_t target = 0;
  int group = 0;  // callee, mixed: in LoadGroups
  // stack: which stack pointer it counts from; thread_pointer: the instruction that added the last
  // part of the distance, 0 while only its upper part, or nothing, was added.
  uint64_t base = 0;
  uint64_t number = 0;  // number: the value; else the distance, wrapping
};

Value unknown_value();
Value number_value(uint64_t number);
bool holds_callee(const Value& value);
// Whether it is a known distance from something.
inline bool is_distance(const Value& value) {
  return value.kind == Value::Kind::stack || value.kind == Value::Kind::thread_pointer;
}

constexpr uint64_t stack_word = 8;  // bytes that push and call put there

struct StackSlot {
  uint64_t base;
  uint64_t offset;
  auto operator<=>(const StackSlot&) const = default;
};

struct MachineState {
  std::array<Value, most_registers> registers;
  std::vector<std::pair<StackSlot, Value>> stack;  // sorted; what was written in this function

  Value& operator[](Register reg) { return registers[static_cast<std::size_t>(reg)]; }
  const Value& operator[](Register reg) const { return registers[static_cast<std::size_t>(reg)]; }

  const Value* stack_value(StackSlot slot) const;
  void set_stack_value(StackSlot slot, const Value& value);
  // [slot, slot + bytes) was overwritten by something unknown.
  void overwrite_stack(StackSlot slot, int bytes);
};

// At a function's first instruction.
MachineState state_at_entry(const CallingConvention& convention);

// What holds where two ways meet.
Value join(const Value& a, const Value& b, LoadGroups& groups);
// Joins from into into; whether that changed it.
bool join_into(MachineState& into, const MachineState& from, LoadGroups& groups);

}  // namespace ltoscope::audit

// One machine instruction of any machine whose code is decoded, reduced to what following addresses
// through registers needs; and what calls do to registers on each machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "elf/machine.h"

namespace ltoscope::audit {

// A general register by its number in the machine's instructions.
using Register = int8_t;
inline constexpr Register no_register = -1;
inline constexpr int most_registers = 32;

enum class Operation : uint8_t {
  call,
  jump,
  conditional_jump,  // a second operand is tested
  stop,              // return, trap
  move,
  load_pair,     // two registers from memory
  store_pair,    // memory first, then two registers
  load_address,  // of the second operand, which is memory
  load_page,     // the same, and it is the begin of a page: only part of an address
  add,           // first operand = second + third
  subtract,
  insert,  // first operand = second with 16 bits replaced by the third's, at its bit_position
  push,
  pop,
  leave,
  exchange,
  conditional_move,  // first operand = second or third
  compare,
  nop,
  read_thread_pointer,  // first operand = where this thread keeps what is its own
  other,
};

struct Memory {
  Register base = no_register;
  Register index = no_register;
  int scale = 1;
  int64_t displacement = 0;  // an absolute address when it was relative to the program counter
  bool pc_relative = false;
  bool fixed = false;  // displacement is the whole address
  bool thread_local_segment = false;
};

struct Operand {
  enum class Kind : uint8_t { none, general_register, immediate, memory, other };
  Kind kind = Kind::none;
  Register reg = no_register;  // of any width
  int bits = 0;
  bool read = false;
  bool written = false;
  int bit_position = 0;    // of an immediate that is inserted, or was shifted to be added
  uint64_t immediate = 0;  // of a branch: the address it goes to
  Memory memory = {};
};

// A base register that moves along with the access, as in `ldr x0, [x1], #8`.
struct BaseChange {
  Register base = no_register;
  int64_t distance = 0;
  bool before_access = false;
};

struct Instruction {
  uint64_t address;
  int length;
  Operation operation;
  std::array<Operand, 3>
      operands;  // destination first; a fourth is never memory, nor a register of interest
  uint32_t registers_written;  // bit per register, also what is written without being named
  BaseChange base_change;

  uint64_t end() const { return address + static_cast<uint64_t>(length); }
};

// Nothing when the bytes are no instruction. Requires: calls of the machine are decoded; see
// calling_convention.
std::optional<Instruction> decode(elf::Machine machine, std::span<const std::byte> code,
                                  uint64_t address);

struct CallingConvention {
  std::span<const Register> arguments;
  std::span<const Register> set_at_entry;  // those that a caller may have given a meaning
  std::span<const Register> results;
  std::span<const Register> lost_in_calls;  // beside the results
  std::span<const Register> kept_in_calls;
  Register stack_pointer;
  Register frame_pointer;
  Register result;              // the only one that the function behind a TLS descriptor changes
  bool pushes_return_address;   // calls do, to the stack
  bool calls_through_memory;    // one instruction can load an address and call it
  bool whole_address_operands;  // an immediate can be a whole address
};

// Requires: machine is x86_64 or aarch64.
const CallingConvention& calling_convention(elf::Machine machine);

}  // namespace ltoscope::audit

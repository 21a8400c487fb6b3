// x86-64 machine code, decoded by Zydis and reduced to what call sites need. Zydis stays behind
// this header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ltoscope::audit {

// What an instruction does to the flow of control.
enum class Transfer : uint8_t { none, call, jump, conditional_jump, stop };

// The least that tells where an instruction ends and what it refers to. Costs a third of a whole
// decode.
struct Outline {
  int length;
  Transfer transfer;
  // Offset of the 32-bit displacement from the program counter that locates the memory operand; 0:
  // none.
  int memory_displacement;
  // Offset of the 32-bit branch distance; 0: none.
  int branch_distance;
  // Offset of the 32-bit displacement that is not from the program counter; 0: none.
  int other_displacement;
  // Offset of the immediate of 32 or 64 bits that is no branch distance; 0: none.
  int immediate;
  bool wide_immediate;
  // The 8-bit branch distance, if that is its form.
  std::optional<int8_t> short_distance;
};

// Nothing when the bytes are no instruction.
std::optional<Outline> outline(std::span<const std::byte> code);

enum Register : int8_t {
  no_register = -1,
  rax,
  rcx,
  rdx,
  rbx,
  rsp,
  rbp,
  rsi,
  rdi,
  r8,
  r9,
  r10,
  r11,
  r12,
  r13,
  r14,
  r15,
  register_count,
};

enum class Operation : uint8_t {
  call,
  jump,
  conditional_jump,
  stop,  // return, trap
  move,
  load_address,
  add,
  subtract,
  push,
  pop,
  leave,
  exchange,
  conditional_move,
  compare,
  nop,
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
  uint64_t immediate = 0;  // of a branch: the address it goes to
  Memory memory;
};

struct Instruction {
  uint64_t address;
  int length;
  Operation operation;
  std::array<Operand, 3>
      operands;  // as written, destination first; a fourth is never a register or memory
  uint16_t registers_written;  // bit per register, also what is written without being named

  uint64_t end() const { return address + static_cast<uint64_t>(length); }
};

// Nothing when the bytes are no instruction.
std::optional<Instruction> decode(std::span<const std::byte> code, uint64_t address);

}  // namespace ltoscope::audit

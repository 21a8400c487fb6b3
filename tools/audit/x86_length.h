// How long an x86-64 instruction is, whether it transfers control, and where in it a reference to
// an address stands. Decoded by tables of our own, since proving where instructions begin is most
// of an audit's work: several times faster than a whole decode. Source: x86_opcodes.h; AMD's
// Architecture Programmer's Manual, volume 3, for XOP.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ltoscope::audit {

// Bytes; processors refuse longer ones.
inline constexpr std::size_t longest_instruction = 15;

// What an instruction does to the flow of control.
enum class Transfer : uint8_t { none, call, jump, conditional_jump, stop };

// Offsets are from the instruction's first byte; 0: there is none.
struct Outline {
  uint8_t length;
  Transfer transfer;
  uint8_t memory_displacement;  // of 32 bits from the program counter, locates the memory operand
  uint8_t branch_distance;      // of 32 bits
  uint8_t other_displacement;   // of 32 bits that are not from the program counter
  uint8_t immediate;            // of 32 or 64 bits, no branch distance
  bool wide_immediate;          // 64 bits
  bool is_indirect;             // a call or jump through a register or memory
  std::optional<int8_t> short_distance;  // of a branch with 8 bits
};

// Nothing when the bytes are no instruction, or are cut off. Approximate: knows which opcodes there
// are, not every combination of prefix, register and operand that a processor refuses.
std::optional<Outline> outline(std::span<const std::byte> code);

}  // namespace ltoscope::audit

// Fields of AArch64 instruction words, and operands made of them. For the decoder's files alone.
#pragma once

#include <cstdint>

#include "audit/aarch64_instruction.h"

namespace ltoscope::audit {

// Bits [low, low + count) of the word.
constexpr uint32_t word_bits_at(uint32_t word, int low, int count) {
  return word >> low & ((1u << count) - 1);
}
constexpr bool word_bit(uint32_t word, int bit) { return (word >> bit & 1) != 0; }

// The same as a signed number.
constexpr int64_t signed_bits_at(uint32_t word, int low, int count) {
  int64_t value = word_bits_at(word, low, count);
  return value >> (count - 1) != 0 ? value - (int64_t{1} << count) : value;
}

constexpr int destination_field = 0, second_field = 5, third_field = 10, fourth_field = 16;

constexpr Register register_at(uint32_t word, int low) {
  return static_cast<Register>(word_bits_at(word, low, 5));
}

constexpr int zero_register = 31;

inline Operand immediate_operand(uint64_t value) {
  return {.kind = Operand::Kind::immediate, .bits = 64, .read = true, .immediate = value};
}

// A register where number 31 is the stack pointer.
inline Operand register_or_sp(uint32_t word, int low, int bits, bool written) {
  return {.kind = Operand::Kind::general_register,
          .reg = register_at(word, low),
          .bits = bits,
          .read = !written,
          .written = written};
}

// A register where number 31 reads as zero and drops what is written.
inline Operand register_or_zero(uint32_t word, int low, int bits, bool written) {
  if (register_at(word, low) != zero_register) return register_or_sp(word, low, bits, written);
  return written ? Operand{} : immediate_operand(0);
}

inline uint32_t written_mask(const Operand& operand) {
  bool counts = operand.kind == Operand::Kind::general_register && operand.written;
  return counts ? uint32_t{1} << operand.reg : 0;
}

// Requires: the word is a load or store (bits 27 and 25 are 1 and 0).
void decode_memory_access(uint32_t word, Instruction& instruction);

}  // namespace ltoscope::audit

// Lengths of the usual x86-64 instructions, several times faster than an outline: those with one
// prefix at most beside REX, and an opcode whose operands do not depend on more than that. Made
// from the same tables, so that both agree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "audit/x86_opcodes.h"

namespace ltoscope::audit::x86 {

// Bytes that must be readable, whatever they hold.
inline constexpr std::size_t usual_length_lookahead = 16;

struct UsualOpcode {
  uint8_t length =
      0;  // of opcode and immediate, without escape, prefixes and operand; 0: not usual
  bool has_modrm = false;
  uint8_t resized_by = 0;  // what may change the immediate: operand_size, rex_w
  uint8_t middles = 0xff;  // those middle fields of ModRM, one bit each, that mean such an opcode
};

inline constexpr uint8_t operand_size = 1, rex_w = 2;

using UsualOpcodes = std::array<UsualOpcode, 256>;

constexpr UsualOpcode usual_opcode_of(uint8_t shape) {
  if ((shape & invalid) != 0) return {};
  UsualOpcode usual;
  usual.has_modrm = (shape & modrm) != 0;
  switch (shape & immediate_mask) {
    case plain:
      usual.length = 1;
      return usual;
    case imm8:
    case distance8:
      usual.length = 2;
      return usual;
    case imm32:
      usual.resized_by = operand_size;
      usual.length = 5;
      return usual;
    case imm64:
      usual.resized_by = operand_size | rex_w;
      usual.length = 5;
      return usual;
    case distance32:
      usual.length = 5;
      return usual;
    default:
      return {};
  }
}

// Where ModRM's middle field decides, what is usual; see x86_length.cc for the rest.
inline constexpr UsualOpcodes usual_one_byte = [] {
  UsualOpcodes usual;
  for (std::size_t opcode = 0; opcode < usual.size(); ++opcode) {
    uint8_t shape = one_byte_shapes[opcode];
    usual[opcode] = usual_opcode_of(shape);
    if ((shape & by_modrm) != 0) usual[opcode] = {};
  }
  usual[0xc6] = {2, true, 0, 1 << 0};              // mov
  usual[0xc7] = {5, true, operand_size, 1 << 0};   // mov
  usual[0xf6] = usual[0xf7] = {1, true, 0, 0xfc};  // all but test
  usual[0xff] = {1, true, 0, 0x7f};
  for (std::size_t opcode : {0x0f, 0x62, 0x8f, 0xc4, 0xc5}) usual[opcode] = {};  // escapes
  for (std::size_t prefix : {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3}) {
    usual[prefix] = {};
  }
  for (std::size_t rex = 0x40; rex < 0x50; ++rex) usual[rex] = {};
  return usual;
}();

inline constexpr UsualOpcodes usual_two_byte = [] {
  UsualOpcodes usual;
  for (std::size_t opcode = 0; opcode < usual.size(); ++opcode) {
    usual[opcode] = usual_opcode_of(two_byte_shapes[opcode]);
  }
  for (std::size_t system = 0x20; system < 0x24; ++system) usual[system] = {};
  usual[0x38] = usual[0x3a] = usual[0x78] = {};
  usual[0xba] = {2, true, 0, 0xf0};  // bt, bts, btr, btc
  return usual;
}();

// Bytes of ModRM itself and its displacement, as far as it says them alone.
inline constexpr std::array<uint8_t, 256> modrm_lengths = [] {
  std::array<uint8_t, 256> lengths{};
  for (std::size_t byte = 0; byte < lengths.size(); ++byte) {
    std::size_t mode = byte >> 6, low = byte & 7;
    int length = 1;
    if (mode != 3 && low == 4) ++length;  // SIB
    if (mode == 1) length += 1;
    if (mode == 2 || (mode == 0 && low == 5)) length += 4;
    lengths[byte] = static_cast<uint8_t>(length);
  }
  return lengths;
}();

// 0: not a usual instruction; it may be another, or none.
[[gnu::always_inline]] inline std::size_t usual_length(const uint8_t* code) {
  const uint8_t* at = code;
  uint8_t sized = *at == 0x66 ? operand_size : 0;
  if (sized != 0 || *at == 0xf2 || *at == 0xf3) ++at;
  if ((*at & 0xf0) == 0x40) {
    if ((*at & 0x08) != 0) sized |= rex_w;
    ++at;
  }
  bool escaped = *at == 0x0f;
  at += escaped;
  const UsualOpcode& opcode = (escaped ? usual_two_byte : usual_one_byte)[*at];
  if (opcode.length == 0 || (sized & opcode.resized_by) != 0) return 0;
  std::size_t length = static_cast<std::size_t>(at - code) + opcode.length;
  if (!opcode.has_modrm) return length;
  uint8_t operand = at[1];
  if ((opcode.middles >> (operand >> 3 & 7) & 1) == 0) return 0;
  length += modrm_lengths[operand];
  // Without a base register, a SIB byte has a displacement, too.
  if ((operand & 0xc7) == 0x04 && (at[2] & 7) == 5) length += 4;
  return length;
}

}  // namespace ltoscope::audit::x86

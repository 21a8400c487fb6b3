// By the classes of the instruction set's top-level table; loads and stores are in a file of their
// own.
#include "audit/aarch64_instruction.h"

#include "audit/aarch64_fields.h"

namespace ltoscope::audit {
namespace {

constexpr uint64_t page_mask = ~uint64_t{0xfff};

int width_of(uint32_t word) { return word_bit(word, 31) ? 64 : 32; }

bool is_branch(uint32_t word) { return (word & 0x7c000000) == 0x14000000; }  // b, bl
bool is_conditional_branch(uint32_t word) { return (word & 0xff000000) == 0x54000000; }
bool is_zero_branch(uint32_t word) { return (word & 0x7e000000) == 0x34000000; }       // cbz, cbnz
bool is_bit_branch(uint32_t word) { return (word & 0x7e000000) == 0x36000000; }        // tbz, tbnz
bool is_comparing_branch(uint32_t word) { return (word & 0x7e000000) == 0x74000000; }  // cb<cc>

uint64_t away(uint64_t address, int64_t words) {
  return address + static_cast<uint64_t>(words * static_cast<int64_t>(aarch64_size));
}

uint64_t adr_distance(uint32_t word) {
  constexpr int low_bits = 2;
  return static_cast<uint64_t>(signed_bits_at(word, 5, 19)) << low_bits |
         word_bits_at(word, 29, low_bits);
}

void put_branch(uint32_t word, uint64_t target, Instruction& instruction) {
  bool links = is_branch(word) && word_bit(word, 31);
  instruction.operation = links             ? Operation::call
                          : is_branch(word) ? Operation::jump
                                            : Operation::conditional_jump;
  instruction.operands[0] = immediate_operand(target);
  if (links) instruction.registers_written = uint32_t{1} << x30;
  bool tests = is_zero_branch(word) || is_bit_branch(word) || is_comparing_branch(word);
  if (tests) {
    instruction.operands[1] = register_or_zero(word, destination_field, width_of(word), false);
  }
  if (is_comparing_branch(word) && !word_bit(word, 24)) {
    instruction.operands[2] = register_or_zero(word, fourth_field, width_of(word), false);
  }
}

// br, blr, ret, eret, with and without authentication of the address.
void put_register_branch(uint32_t word, Instruction& instruction) {
  constexpr uint32_t br = 0, blr = 1;
  uint32_t kind = word_bits_at(word, 21, 4) & 7;  // bit 24: a second register authenticates
  if (kind == br || kind == blr) {
    instruction.operation = kind == br ? Operation::jump : Operation::call;
    instruction.operands[0] = register_or_zero(word, second_field, 64, false);
    if (kind == blr) instruction.registers_written = uint32_t{1} << x30;
  } else {
    instruction.operation = Operation::stop;
  }
}

void put_system(uint32_t word, Instruction& instruction) {
  constexpr uint32_t nop = 0xd503201f;
  if (word == nop) {  // other hints, such as bti, are no padding
    instruction.operation = Operation::nop;
  } else if (word_bit(word, 21)) {  // mrs, sysl
    instruction.operands[0] = register_or_zero(word, destination_field, 64, true);
    if (is_aarch64_thread_pointer_read(word)) {
      instruction.operation = Operation::read_thread_pointer;
    }
  }
}

void put_branch_or_system(uint32_t word, Instruction& instruction) {
  if (auto target = aarch64_branch_target(word, instruction.address)) {
    return put_branch(word, *target, instruction);
  }
  if (word_bits_at(word, 25, 7) == 0b1101011) return put_register_branch(word, instruction);
  if (word_bits_at(word, 24, 8) == 0xd5) return put_system(word, instruction);
  if (word_bits_at(word, 24, 8) != 0xd4) return;
  constexpr uint32_t supervisor_call = 0xd4000001, kind_mask = 0xffe0001f;
  if ((word & kind_mask) != supervisor_call) {  // brk, hlt, ...
    instruction.operation = Operation::stop;
  } else {
    instruction.registers_written = 1;  // x0: the result
  }
}

void put_add_immediate(uint32_t word, Instruction& instruction) {
  bool subtract = word_bit(word, 30), sets_flags = word_bit(word, 29);
  constexpr int shifted_by = 12;
  uint64_t amount = uint64_t{word_bits_at(word, 10, 12)} << (word_bit(word, 22) ? shifted_by : 0);
  int bits = width_of(word);
  auto& [target, left, right] = instruction.operands;
  left = register_or_sp(word, second_field, bits, false);
  right = immediate_operand(amount);
  if (word_bit(word, 22)) right.bit_position = shifted_by;
  if (sets_flags && register_at(word, destination_field) == zero_register) {
    instruction.operation = Operation::compare;
    target = left;
    left = right;
    right = {};
    return;
  }
  target = register_or_sp(word, destination_field, bits, true);
  instruction.operation = subtract ? Operation::subtract : Operation::add;
  // What `mov x29, sp` is; with other registers it is the end of an address whose rest is 0.
  bool names_sp = register_at(word, destination_field) == aarch64_sp ||
                  register_at(word, second_field) == aarch64_sp;
  if (amount == 0 && !sets_flags && names_sp) {
    instruction.operation = Operation::move;
    right = {};
  }
}

// movn, movz, movk.
void put_move_wide(uint32_t word, Instruction& instruction) {
  constexpr uint32_t negated = 0, kept = 3;
  int bits = width_of(word);
  int position = static_cast<int>(word_bits_at(word, 21, 2)) * 16;
  uint64_t value = word_bits_at(word, 5, 16);
  auto& [target, first, second] = instruction.operands;
  target = register_or_zero(word, destination_field, bits, true);
  if (word_bits_at(word, 29, 2) == kept) {
    instruction.operation = Operation::insert;
    first = register_or_zero(word, destination_field, bits, false);
    second = immediate_operand(value);
    second.bit_position = position;
    return;
  }
  value <<= position;
  if (word_bits_at(word, 29, 2) == negated) value = ~value;
  if (bits == 32) value &= 0xffffffff;
  instruction.operation = Operation::move;
  first = immediate_operand(value);
}

void put_immediate_operation(uint32_t word, Instruction& instruction) {
  uint64_t at = instruction.address;
  auto& [target, source, other] = instruction.operands;
  target = register_or_zero(word, destination_field, width_of(word), true);
  if (auto place = aarch64_adr_target(word, at); place || (place = aarch64_adrp_target(word, at))) {
    bool page = word_bit(word, 31);
    instruction.operation = page ? Operation::load_page : Operation::load_address;
    target = register_or_zero(word, destination_field, 64, true);
    source.kind = Operand::Kind::memory;
    source.memory = {
        .displacement = static_cast<int64_t>(*place), .pc_relative = true, .fixed = true};
    return;
  }
  constexpr uint32_t add = 0b010, add_tags = 0b011, logical = 0b100, move_wide = 0b101,
                     extract = 0b111;
  uint32_t group = word_bits_at(word, 23, 3);
  if (group == add_tags && !word_bit(word, 22))
    target = register_or_sp(word, destination_field, 64, true);
  if (group == add) return put_add_immediate(word, instruction);
  if (group == move_wide) return put_move_wide(word, instruction);
  source = register_or_zero(word, second_field, width_of(word), false);
  bool only_flags = group == logical && word_bits_at(word, 29, 2) == 3 &&
                    register_at(word, destination_field) == zero_register;
  if (only_flags) {
    instruction.operation = Operation::compare;
    target = {};
  } else if (group == logical && word_bits_at(word, 29, 2) != 3) {
    target = register_or_sp(word, destination_field, width_of(word), true);
  }
  if (group == extract) other = register_or_zero(word, fourth_field, width_of(word), false);
}

// Logical, add and subtract of two registers.
void put_arithmetic(uint32_t word, Instruction& instruction) {
  bool adds = word_bit(word, 24), extended = adds && word_bit(word, 21);
  bool shifted = word_bits_at(word, 10, 6) != 0 || word_bits_at(word, 22, 2) != 0 || extended;
  bool sets_flags = adds ? word_bit(word, 29) : word_bits_at(word, 29, 2) == 3;
  int bits = width_of(word);
  auto& [target, left, right] = instruction.operands;
  left = extended ? register_or_sp(word, second_field, bits, false)
                  : register_or_zero(word, second_field, bits, false);
  right = register_or_zero(word, fourth_field, bits, false);
  if (sets_flags && register_at(word, destination_field) == zero_register) {
    instruction.operation = Operation::compare;
    target = left;
    left = right;
    right = {};
    return;
  }
  target = extended && !sets_flags ? register_or_sp(word, destination_field, bits, true)
                                   : register_or_zero(word, destination_field, bits, true);
  if (shifted) return;
  constexpr uint32_t inclusive_or = 1;
  bool is_move = !adds && word_bits_at(word, 29, 2) == inclusive_or && !word_bit(word, 21) &&
                 register_at(word, second_field) == zero_register;
  if (is_move) {
    instruction.operation = Operation::move;
    left = right;
    right = {};
  } else if (adds) {
    instruction.operation = word_bit(word, 30) ? Operation::subtract : Operation::add;
  }
}

void put_register_operation(uint32_t word, Instruction& instruction) {
  if (!word_bit(word, 28)) return put_arithmetic(word, instruction);
  constexpr uint32_t with_carry = 0b11010000, conditional_compare = 0b11010010,
                     conditional_select = 0b11010100, bitwise = 0b11010110;
  int bits = width_of(word);
  auto& [target, left, right] = instruction.operands;
  target = register_or_zero(word, destination_field, bits, true);
  left = register_or_zero(word, second_field, bits, false);
  right = register_or_zero(word, fourth_field, bits, false);
  uint32_t group = word_bits_at(word, 21, 8);
  if (group == conditional_compare) {
    if (word_bit(word, 11)) right = immediate_operand(0);
    instruction.operation = Operation::compare;
    target = left;
    left = right;
    right = {};
  } else if (group == with_carry) {
    constexpr uint32_t rotate_into_flags = 1, set_flags = 2;
    bool only_flags =
        word_bits_at(word, 10, 5) == rotate_into_flags || word_bits_at(word, 10, 4) == set_flags;
    if (only_flags) target = {};  // rmif, setf8, setf16
    bool of_pointers = word_bits_at(word, 13, 3) == 1;
    if (of_pointers) target = register_or_sp(word, destination_field, bits, true);  // addpt, subpt
  } else if (group == conditional_select) {
    bool plain = !word_bit(word, 30) && word_bits_at(word, 10, 2) == 0;
    if (plain) instruction.operation = Operation::conditional_move;
  } else if (group == bitwise && word_bit(word, 30)) {
    right = {};  // one source
    bool authentication = word_bits_at(word, 16, 5) == 1;
    // Signing and stripping leave what the pointer means.
    if (authentication) {
      instruction.operation = Operation::move;
      left = register_or_zero(word, destination_field, bits, false);
    }
  }
}

// Whether a SIMD or floating-point instruction writes a general register: conversions to integers,
// fmov, umov, smov.
bool writes_general_register(uint32_t word) {
  constexpr uint32_t conversions = 0x1e000000, conversion_mask = 0x7f000000;
  if ((word & conversion_mask) == conversions) {
    bool of_integers = word_bit(word, 21) && word_bits_at(word, 10, 6) == 0;
    bool of_fixed_point = !word_bit(word, 21);
    if (!of_integers && !of_fixed_point) return false;
    constexpr uint32_t from_signed = 2, from_unsigned = 3, move_to_vector = 7;
    uint32_t opcode = word_bits_at(word, 16, 3);
    return opcode != from_signed && opcode != from_unsigned && opcode != move_to_vector;
  }
  constexpr uint32_t element_copy = 0x0e000400, element_copy_mask = 0xbfe08400;
  constexpr uint32_t smov = 5, umov = 7;
  uint32_t kind = word_bits_at(word, 11, 4);
  return (word & element_copy_mask) == element_copy && (kind == smov || kind == umov);
}

// Whether it reads one: conversions from integers, fmov, dup, ins.
bool reads_general_register(uint32_t word) {
  constexpr uint32_t conversions = 0x1e000000, conversion_mask = 0x7f000000;
  if ((word & conversion_mask) == conversions) {
    bool converts = !word_bit(word, 21) || word_bits_at(word, 10, 6) == 0;
    return converts && !writes_general_register(word);
  }
  constexpr uint32_t element_copy = 0x0e000400, element_copy_mask = 0xbfe08400;
  constexpr uint32_t dup = 1, ins = 3;
  uint32_t kind = word_bits_at(word, 11, 4);
  return (word & element_copy_mask) == element_copy && (kind == dup || kind == ins);
}

// Whether a scalable-vector instruction may write the general register in its lowest field: counts,
// vector lengths, last elements, predicate counts.
bool scalable_writes_general_register(uint32_t word) {
  if (!word_bit(word, 21)) return false;
  uint32_t kind = word_bits_at(word, 12, 4);
  switch (word_bits_at(word, 24, 8)) {
    case 0x04:
      return kind == 0b0101 || kind >= 0b1110;
    case 0x05:
      return word_bits_at(word, 13, 3) == 0b101 && word_bits_at(word, 17, 3) == 0;
    case 0x25:
      return word_bits_at(word, 14, 2) == 0b10;
    default:
      return false;
  }
}

}  // namespace

std::optional<uint32_t> aarch64_word(std::span<const std::byte> code) {
  if (code.size() < aarch64_size) return std::nullopt;
  uint32_t word = 0;
  for (std::size_t index = 0; index < aarch64_size; ++index) {
    word |= std::to_integer<uint32_t>(code[index]) << (8 * index);
  }
  return word;
}

std::optional<uint64_t> aarch64_branch_target(uint32_t word, uint64_t address) {
  if (is_branch(word)) return away(address, signed_bits_at(word, 0, 26));
  if (is_conditional_branch(word) || is_zero_branch(word)) {
    return away(address, signed_bits_at(word, 5, 19));
  }
  if (is_bit_branch(word)) return away(address, signed_bits_at(word, 5, 14));
  if (is_comparing_branch(word)) return away(address, signed_bits_at(word, 5, 9));
  return std::nullopt;
}

std::optional<uint64_t> aarch64_adr_target(uint32_t word, uint64_t address) {
  if ((word & 0x9f000000) != 0x10000000) return std::nullopt;
  return address + adr_distance(word);
}

std::optional<uint64_t> aarch64_adrp_target(uint32_t word, uint64_t address) {
  if ((word & 0x9f000000) != 0x90000000) return std::nullopt;
  constexpr int page_bits = 12;
  return (address & page_mask) + (adr_distance(word) << page_bits);
}

bool is_aarch64_thread_pointer_read(uint32_t word) { return (word & 0xffffffe0) == 0xd53bd040; }

bool is_bti_for_calls(uint32_t word) {
  constexpr uint32_t bti_c = 0xd503245f, bti_jc = 0xd50324df;
  return word == bti_c || word == bti_jc;
}

Instruction decode_aarch64_word(uint32_t word, uint64_t address) {
  Instruction instruction{address, aarch64_size, Operation::other, {}, 0, {}};
  switch (word_bits_at(word, 25, 4)) {
    case 0b1000:
    case 0b1001:
      put_immediate_operation(word, instruction);
      break;
    case 0b1010:
    case 0b1011:
      put_branch_or_system(word, instruction);
      break;
    case 0b0100:
    case 0b0110:
    case 0b1100:
    case 0b1110:
      decode_memory_access(word, instruction);
      break;
    case 0b0101:
    case 0b1101:
      put_register_operation(word, instruction);
      break;
    case 0b0111:
    case 0b1111:
      if (writes_general_register(word)) {
        instruction.operands[0] = register_or_zero(word, destination_field, 64, true);
      } else if (reads_general_register(word)) {
        instruction.operands[1] = register_or_zero(word, second_field, 64, false);
      }
      break;
    case 0b0010:
      if (scalable_writes_general_register(word)) {
        // addvl, addpl.
        bool adds_length = word_bits_at(word, 23, 9) == 0b000001000;
        instruction.operands[0] = adds_length ? register_or_sp(word, destination_field, 64, true)
                                              : register_or_zero(word, destination_field, 64, true);
      }
      break;
    case 0b0000:
      // A word of zeros among others: permanently undefined. With the top bit set: matrices.
      if (!word_bit(word, 31)) instruction.operation = Operation::stop;
      break;
    default:
      instruction.operands[0] = register_or_zero(word, destination_field, 64, true);
      break;
  }
  for (const Operand& operand : instruction.operands) {
    instruction.registers_written |= written_mask(operand);
  }
  return instruction;
}

std::optional<Instruction> decode_aarch64(std::span<const std::byte> code, uint64_t address) {
  std::optional<uint32_t> word = aarch64_word(code);
  if (!word) return std::nullopt;
  return decode_aarch64_word(*word, address);
}

}  // namespace ltoscope::audit

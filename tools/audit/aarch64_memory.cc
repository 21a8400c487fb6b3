// Loads and stores: what they read and write, in memory and in registers, and how their base moves.
#include "audit/aarch64_fields.h"

namespace ltoscope::audit {
namespace {

constexpr int word_size_bits = 64;
constexpr int longest_vectors = 4 * 128;  // what ld4 and st4 move, in bits

Operand memory_at(Register base, int64_t displacement, int bits, bool written) {
  return {.kind = Operand::Kind::memory,
          .bits = bits,
          .read = !written,
          .written = written,
          .memory = {.base = base, .displacement = displacement}};
}

// A load or store of one general register. Only whole words are moves.
void put_transfer(uint32_t word, bool load, const Operand& memory, bool whole_word,
                  Instruction& instruction) {
  Operand reg = register_or_zero(word, destination_field, memory.bits, load);
  instruction.operation = Operation::move;
  if (load) {
    reg.bits = whole_word ? word_size_bits : memory.bits;
    instruction.operands = {reg, memory, {}};
    // A part of a word, extended.
    if (!whole_word) instruction.operation = Operation::other;
  } else {
    instruction.operands = {memory, reg, {}};
  }
}

void put_literal(uint32_t word, Instruction& instruction) {
  constexpr uint32_t prefetch = 3, whole = 1;
  bool vector = word_bit(word, 26);
  uint32_t kind = word_bits_at(word, 30, 2);
  uint64_t address = instruction.address + static_cast<uint64_t>(signed_bits_at(word, 5, 19) * 4);
  Operand memory = memory_at(no_register, static_cast<int64_t>(address), 32, false);
  memory.memory.pc_relative = memory.memory.fixed = true;
  if (vector || kind == prefetch) return;
  if (kind == whole) memory.bits = word_size_bits;
  put_transfer(word, true, memory, kind == whole, instruction);
}

void put_pair(uint32_t word, Instruction& instruction) {
  constexpr uint32_t after = 1, before = 3;
  bool vector = word_bit(word, 26), load = word_bit(word, 22);
  uint32_t size_field = word_bits_at(word, 30, 2), mode = word_bits_at(word, 23, 2);
  // Of general registers size 1 is a signed half or, stored, tags; both move words of half size.
  int bits = vector ? 32 << size_field : size_field == 2 ? word_size_bits : 32;
  bool tags = !vector && size_field == 1 && !load;
  int64_t distance = signed_bits_at(word, 15, 7) * (tags ? 16 : bits / 8);
  Register base = register_at(word, second_field);
  bool moves = mode == after || mode == before;
  if (moves) instruction.base_change = {base, distance, mode == before};
  Operand memory = memory_at(base, moves ? 0 : distance, bits, !load);
  if (vector || bits != word_size_bits) {
    memory.bits = 2 * bits;
    instruction.operands[0] = memory;
    if (vector) return;
    instruction.operands[1] = register_or_zero(word, destination_field, bits, load);
    instruction.operands[2] = register_or_zero(word, third_field, bits, load);
    return;
  }
  Operand first = register_or_zero(word, destination_field, bits, load);
  Operand second = register_or_zero(word, third_field, bits, load);
  if (load) {
    instruction.operation = Operation::load_pair;
    instruction.operands = {first, second, memory};
  } else {
    instruction.operation = Operation::store_pair;
    instruction.operands = {memory, first, second};
  }
}

// ldadd, swp and their like; ldapr.
void put_atomic(uint32_t word, int bits, Instruction& instruction) {
  constexpr uint32_t ordered_load = 0b1100;
  Operand memory = memory_at(register_at(word, second_field), 0, bits, false);
  if (word_bits_at(word, 12, 4) == ordered_load && word_bit(word, 23)) {
    return put_transfer(word, true, memory, bits == word_size_bits, instruction);
  }
  memory.written = true;
  instruction.operands = {register_or_zero(word, destination_field, bits, true),
                          register_or_zero(word, fourth_field, bits, false), memory};
}

// Loads that authenticate the address they load through: ldraa, ldrab.
void put_authenticated_load(uint32_t word, Instruction& instruction) {
  int64_t distance = (signed_bits_at(word, 12, 9) & 0x1ff) | (word_bit(word, 22) ? -512 : 0);
  distance *= 8;
  Register base = register_at(word, second_field);
  bool moves = word_bit(word, 11);
  if (moves) instruction.base_change = {base, distance, true};
  put_transfer(word, true, memory_at(base, moves ? 0 : distance, word_size_bits, false), true,
               instruction);
}

// One register: general or vector, by any form of address.
void put_single(uint32_t word, Instruction& instruction) {
  constexpr uint32_t after = 1, register_offset = 2, before = 3;
  bool vector = word_bit(word, 26);
  uint32_t size_field = word_bits_at(word, 30, 2), kind = word_bits_at(word, 22, 2);
  bool whole = size_field == 3;
  if (vector && word_bit(word, 23)) size_field += 4;  // 128 bits
  int bits = 8 << size_field;
  bool load = kind != 0 && !(vector && kind == 2);
  bool prefetch = !vector && whole && kind == 2;
  Register base = register_at(word, second_field);
  Operand memory = memory_at(base, 0, bits, !load);
  uint32_t mode = word_bits_at(word, 10, 2);
  if (word_bit(word, 24)) {
    memory.memory.displacement = int64_t{word_bits_at(word, 10, 12)} * (bits / 8);
  } else if (!word_bit(word, 21)) {
    int64_t distance = signed_bits_at(word, 12, 9);
    bool moves = mode == after || mode == before;
    if (moves) instruction.base_change = {base, distance, mode == before};
    memory.memory.displacement = moves ? 0 : distance;
  } else if (mode == register_offset) {
    memory.memory.index = register_at(word, fourth_field);
    if (memory.memory.index == zero_register) memory.memory.index = no_register;
    if (word_bit(word, 12)) memory.memory.scale = bits / 8;
  } else if (mode == 0) {
    return vector ? void() : put_atomic(word, bits, instruction);
  } else {
    return vector || !whole ? void() : put_authenticated_load(word, instruction);
  }
  if (prefetch) {
    instruction.base_change = {};
    return;
  }
  if (vector) {
    instruction.operands[0] = memory;
    return;
  }
  put_transfer(word, load, memory, load && whole, instruction);
}

// Exclusive, ordered, and compare-and-swap.
void put_exclusive(uint32_t word, Instruction& instruction) {
  int bits = 8 << word_bits_at(word, 30, 2);
  bool ordered = word_bit(word, 23), load = word_bit(word, 22), pair = word_bit(word, 21);
  Operand memory = memory_at(register_at(word, second_field), 0, bits, !load);
  bool whole = bits == word_size_bits;
  bool swaps_pair = !ordered && pair && !word_bit(word, 31);
  if ((ordered && pair) || swaps_pair) {  // cas, casp
    memory.read = memory.written = true;
    memory.bits = swaps_pair ? 2 * word_size_bits : bits;
    instruction.operands = {register_or_zero(word, fourth_field, bits, true),
                            register_or_zero(word, destination_field, bits, false), memory};
    if (swaps_pair) instruction.registers_written |= 2u << register_at(word, fourth_field);
  } else if (pair) {  // ldxp, stxp
    memory.bits = 2 * word_size_bits;
    instruction.operands = {memory, register_or_zero(word, destination_field, bits, load),
                            register_or_zero(word, third_field, bits, load)};
    if (!load) instruction.registers_written |= 1u << register_at(word, fourth_field);
  } else if (ordered) {  // ldar, stlr
    put_transfer(word, load, memory, load && whole, instruction);
  } else {  // ldxr, stxr
    put_transfer(word, load, memory, load && whole, instruction);
    if (!load) {
      instruction.operation = Operation::other;
      instruction.operands[2] = register_or_zero(word, fourth_field, 32, true);
    }
  }
}

// Loads and stores of several vectors or of elements of them.
void put_vectors(uint32_t word, Instruction& instruction) {
  Register base = register_at(word, second_field);
  instruction.operands[0] = memory_at(base, 0, longest_vectors, !word_bit(word, 22));
  if (word_bit(word, 23)) instruction.registers_written |= 1u << base;
}

// Marks a register of a field in which number 31 is zero.
void mark_written(uint32_t word, int low, Instruction& instruction) {
  Register reg = register_at(word, low);
  if (reg != zero_register) instruction.registers_written |= uint32_t{1} << reg;
}

// Atomic operations on two words, and those of protected page tables.
void put_wide_atomic(uint32_t word, Instruction& instruction) {
  constexpr uint32_t compare_and_swap = 2, compare_and_swap_pair = 3;
  uint32_t kind = word_bits_at(word, 10, 6);
  Operand memory = memory_at(register_at(word, second_field), 0, 2 * word_size_bits, false);
  memory.written = true;
  instruction.operands[2] = memory;
  mark_written(word, fourth_field, instruction);
  if (kind == compare_and_swap_pair) {
    instruction.registers_written |= 2u << register_at(word, fourth_field);
  } else if (kind != compare_and_swap) {
    mark_written(word, destination_field, instruction);
  }
}

// ldiapp, stilp.
void put_ordered_pair(uint32_t word, int bits, Instruction& instruction) {
  bool load = word_bit(word, 22), moves = word_bits_at(word, 12, 4) == 0;
  Register base = register_at(word, second_field);
  int64_t distance = load ? 2 * bits / 8 : -2 * bits / 8;
  if (moves) instruction.base_change = {base, distance, !load};
  instruction.operands = {memory_at(base, 0, 2 * bits, !load),
                          register_or_zero(word, destination_field, bits, load),
                          register_or_zero(word, fourth_field, bits, load)};
}

// Ordered loads and stores with an offset, memory copies, tags.
void put_newer_forms(uint32_t word, Instruction& instruction) {
  int bits = 8 << word_bits_at(word, 30, 2);
  Register base = register_at(word, second_field);
  bool copies = word_bits_at(word, 10, 2) == 1 && !word_bit(word, 21);
  bool tags = word_bits_at(word, 24, 8) == 0xd9 && word_bit(word, 21);
  constexpr uint32_t fills = 3;
  bool ordered_pair = word_bits_at(word, 10, 2) == 2 && !word_bit(word, 21) && !word_bit(word, 26);
  if (copies) {
    mark_written(word, destination_field, instruction);
    mark_written(word, second_field, instruction);
    if (word_bits_at(word, 22, 2) != fills) mark_written(word, fourth_field, instruction);
  } else if (ordered_pair) {
    put_ordered_pair(word, bits, instruction);
  } else if (word_bit(word, 21) && !tags && !word_bit(word, 26)) {
    put_wide_atomic(word, instruction);
  } else if (tags) {
    if (word_bit(word, 10)) instruction.registers_written |= 1u << base;
    constexpr uint32_t load_tag = 1, load_tags = 3;
    uint32_t kind = word_bits_at(word, 22, 2);
    bool loads = word_bits_at(word, 10, 2) == 0 && (kind == load_tag || kind == load_tags);
    if (loads) instruction.operands[0] = register_or_zero(word, destination_field, 64, true);
  } else if (!word_bit(word, 26)) {
    bool load = word_bits_at(word, 22, 2) != 0, whole = bits == word_size_bits;
    put_transfer(word, load, memory_at(base, signed_bits_at(word, 12, 9), bits, !load),
                 load && whole, instruction);
  }
}

}  // namespace

void decode_memory_access(uint32_t word, Instruction& instruction) {
  bool vector = word_bit(word, 26);
  switch (word_bits_at(word, 28, 2)) {
    case 0b00:
      return vector ? put_vectors(word, instruction) : put_exclusive(word, instruction);
    case 0b01:
      if (word_bit(word, 24)) return put_newer_forms(word, instruction);
      return put_literal(word, instruction);
    case 0b10:
      return put_pair(word, instruction);
    default:
      return put_single(word, instruction);
  }
}

}  // namespace ltoscope::audit

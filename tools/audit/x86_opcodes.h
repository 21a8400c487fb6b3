// What follows each opcode of x86-64. Source of the tables: Intel's Software Developer's Manual,
// volume 2, appendix A.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace ltoscope::audit::x86 {

// What follows an opcode.
enum OperandShape : uint8_t {
  plain = 0,
  modrm = 1,  // a flag; the immediate's kind is added
  imm8 = 2,
  imm16 = 4,
  imm32 = 6,       // 16 bits with the operand size prefix
  imm16_imm8 = 8,  // enter
  imm64 = 10,      // with REX.W, else as imm32
  address64 = 12,  // 32 bits with the address size prefix
  distance8 = 14,
  distance32 = 16,
  immediate_mask = 30,
  by_modrm = 32,  // decided by ModRM's middle field, see settle_group
  invalid = 64,
};

using ShapeTable = std::array<uint8_t, 256>;

constexpr void set_shapes(ShapeTable& shapes, int first, int last, int shape) {
  for (int opcode = first; opcode <= last; ++opcode) {
    shapes[static_cast<std::size_t>(opcode)] = static_cast<uint8_t>(shape);
  }
}

constexpr void set_each(ShapeTable& shapes, std::initializer_list<int> opcodes, int shape) {
  for (int opcode : opcodes) shapes[static_cast<std::size_t>(opcode)] = static_cast<uint8_t>(shape);
}

// Prefixes and escapes never reach the table.
inline constexpr ShapeTable one_byte_shapes = [] {
  ShapeTable shapes{};
  for (int row = 0; row < 0x40; row += 8) {  // add, or, adc, sbb, and, sub, xor, cmp
    set_shapes(shapes, row, row + 3, modrm);
    shapes[static_cast<std::size_t>(row + 4)] = imm8;
    shapes[static_cast<std::size_t>(row + 5)] = imm32;
    set_shapes(shapes, row + 6, row + 7, invalid);
  }
  set_shapes(shapes, 0x60, 0x62, invalid);
  shapes[0x63] = modrm;
  shapes[0x68] = imm32;
  shapes[0x69] = modrm | imm32;
  shapes[0x6a] = imm8;
  shapes[0x6b] = modrm | imm8;
  set_shapes(shapes, 0x70, 0x7f, distance8);
  set_each(shapes, {0x80, 0x83}, modrm | imm8);
  shapes[0x81] = modrm | imm32;
  shapes[0x82] = invalid;
  set_shapes(shapes, 0x84, 0x8e, modrm);
  shapes[0x8f] = modrm | by_modrm;
  shapes[0x9a] = invalid;
  set_shapes(shapes, 0xa0, 0xa3, address64);
  shapes[0xa8] = imm8;
  shapes[0xa9] = imm32;
  set_shapes(shapes, 0xb0, 0xb7, imm8);
  set_shapes(shapes, 0xb8, 0xbf, imm64);
  set_shapes(shapes, 0xc0, 0xc1, modrm | imm8);
  set_each(shapes, {0xc2, 0xca}, imm16);
  shapes[0xc6] = modrm | by_modrm | imm8;
  shapes[0xc7] = modrm | by_modrm | imm32;
  shapes[0xc8] = imm16_imm8;
  shapes[0xcd] = imm8;
  shapes[0xce] = invalid;
  set_shapes(shapes, 0xd0, 0xd3, modrm);
  set_shapes(shapes, 0xd4, 0xd6, invalid);
  set_shapes(shapes, 0xd8, 0xdf, modrm);
  set_shapes(shapes, 0xe0, 0xe3, distance8);
  set_shapes(shapes, 0xe4, 0xe7, imm8);
  set_shapes(shapes, 0xe8, 0xe9, distance32);
  shapes[0xea] = invalid;
  shapes[0xeb] = distance8;
  shapes[0xf6] = modrm | by_modrm | imm8;
  shapes[0xf7] = modrm | by_modrm | imm32;
  set_shapes(shapes, 0xfe, 0xff, modrm | by_modrm);
  return shapes;
}();

// Behind 0F.
inline constexpr ShapeTable two_byte_shapes = [] {
  ShapeTable shapes{};
  set_shapes(shapes, 0x00, 0xff, modrm);
  set_each(shapes,
           {0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0e, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa},
           plain);
  set_shapes(shapes, 0x30, 0x37, plain);
  set_each(shapes, {0x04, 0x0a, 0x0c, 0x36, 0x7a, 0x7b, 0xa6, 0xa7}, invalid);
  set_shapes(shapes, 0x24, 0x27, invalid);
  set_shapes(shapes, 0x39, 0x3f, invalid);
  shapes[0x0f] = modrm | imm8;  // 3DNow!: the opcode comes last
  set_shapes(shapes, 0x70, 0x73, modrm | imm8);
  set_shapes(shapes, 0x80, 0x8f, distance32);
  set_each(shapes, {0xa4, 0xac, 0xc2, 0xc4, 0xc5, 0xc6}, modrm | imm8);
  shapes[0xba] = modrm | by_modrm | imm8;
  set_shapes(shapes, 0xc8, 0xcf, plain);
  return shapes;
}();

}  // namespace ltoscope::audit::x86

// One pass: prefixes, opcode, ModRM, displacement, immediate.
#include "audit/x86_length.h"

#include <array>
#include <initializer_list>

namespace ltoscope::audit {
namespace {

constexpr std::size_t longest_instruction = 15;  // bytes; processors refuse longer ones

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

constexpr void set(ShapeTable& shapes, int first, int last, int shape) {
  for (int opcode = first; opcode <= last; ++opcode) {
    shapes[static_cast<std::size_t>(opcode)] = static_cast<uint8_t>(shape);
  }
}

constexpr void set_all(ShapeTable& shapes, std::initializer_list<int> opcodes, int shape) {
  for (int opcode : opcodes) shapes[static_cast<std::size_t>(opcode)] = static_cast<uint8_t>(shape);
}

// Prefixes and escapes never reach the table.
constexpr ShapeTable one_byte = [] {
  ShapeTable shapes{};
  for (int row = 0; row < 0x40; row += 8) {  // add, or, adc, sbb, and, sub, xor, cmp
    set(shapes, row, row + 3, modrm);
    shapes[static_cast<std::size_t>(row + 4)] = imm8;
    shapes[static_cast<std::size_t>(row + 5)] = imm32;
    set(shapes, row + 6, row + 7, invalid);
  }
  set(shapes, 0x60, 0x62, invalid);
  shapes[0x63] = modrm;
  shapes[0x68] = imm32;
  shapes[0x69] = modrm | imm32;
  shapes[0x6a] = imm8;
  shapes[0x6b] = modrm | imm8;
  set(shapes, 0x70, 0x7f, distance8);
  set_all(shapes, {0x80, 0x83}, modrm | imm8);
  shapes[0x81] = modrm | imm32;
  shapes[0x82] = invalid;
  set(shapes, 0x84, 0x8e, modrm);
  shapes[0x8f] = modrm | by_modrm;
  shapes[0x9a] = invalid;
  set(shapes, 0xa0, 0xa3, address64);
  shapes[0xa8] = imm8;
  shapes[0xa9] = imm32;
  set(shapes, 0xb0, 0xb7, imm8);
  set(shapes, 0xb8, 0xbf, imm64);
  set(shapes, 0xc0, 0xc1, modrm | imm8);
  set_all(shapes, {0xc2, 0xca}, imm16);
  shapes[0xc6] = modrm | by_modrm | imm8;
  shapes[0xc7] = modrm | by_modrm | imm32;
  shapes[0xc8] = imm16_imm8;
  shapes[0xcd] = imm8;
  shapes[0xce] = invalid;
  set(shapes, 0xd0, 0xd3, modrm);
  set(shapes, 0xd4, 0xd6, invalid);
  set(shapes, 0xd8, 0xdf, modrm);
  set(shapes, 0xe0, 0xe3, distance8);
  set(shapes, 0xe4, 0xe7, imm8);
  set(shapes, 0xe8, 0xe9, distance32);
  shapes[0xea] = invalid;
  shapes[0xeb] = distance8;
  shapes[0xf6] = modrm | by_modrm | imm8;
  shapes[0xf7] = modrm | by_modrm | imm32;
  set(shapes, 0xfe, 0xff, modrm | by_modrm);
  return shapes;
}();

// Behind 0F.
constexpr ShapeTable two_byte = [] {
  ShapeTable shapes{};
  set(shapes, 0x00, 0xff, modrm);
  set_all(shapes,
          {0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0e, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa},
          plain);
  set(shapes, 0x30, 0x37, plain);
  set_all(shapes, {0x04, 0x0a, 0x0c, 0x36, 0x7a, 0x7b, 0xa6, 0xa7}, invalid);
  set(shapes, 0x24, 0x27, invalid);
  set(shapes, 0x39, 0x3f, invalid);
  shapes[0x0f] = modrm | imm8;  // 3DNow!: the opcode comes last
  set(shapes, 0x70, 0x73, modrm | imm8);
  set(shapes, 0x80, 0x8f, distance32);
  set_all(shapes, {0xa4, 0xac, 0xc2, 0xc4, 0xc5, 0xc6}, modrm | imm8);
  shapes[0xba] = modrm | by_modrm | imm8;
  set(shapes, 0xc8, 0xcf, plain);
  return shapes;
}();

enum PrefixKind : uint8_t { no_prefix, legacy_prefix, rex_prefix };

constexpr std::array<PrefixKind, 256> prefix_kinds = [] {
  std::array<PrefixKind, 256> kinds{};
  for (int byte : {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3}) {
    kinds[static_cast<std::size_t>(byte)] = legacy_prefix;
  }
  for (std::size_t byte = 0x40; byte < 0x50; ++byte) kinds[byte] = rex_prefix;
  return kinds;
}();

enum class Map : uint8_t {
  one_byte,
  two_byte,
  three_byte,
  three_byte_with_immediate,
  xop_other,
  xop_wide
};

struct Prefixes {
  bool operand_size = false;
  bool address_size = false;
  bool wide = false;      // REX.W
  bool repeat = false;    // F2 or F3
  bool is_legacy = true;  // no VEX, EVEX or XOP
};

struct ModRm {
  uint8_t mode, middle, low;
};

class Parser {
 public:
  explicit Parser(std::span<const std::byte> code)
      : bytes_(reinterpret_cast<const uint8_t*>(code.data())),
        size_(code.size() < longest_instruction ? code.size() : longest_instruction) {}

  std::optional<Outline> parse() {
    if (!read_prefixes() || !read_opcode()) return std::nullopt;
    uint8_t shape = shape_of_opcode();
    if ((shape & invalid) != 0) return std::nullopt;
    if ((shape & modrm) != 0 && !read_modrm(shape)) return std::nullopt;
    if (!read_immediate(shape)) return std::nullopt;
    found_.length = static_cast<uint8_t>(at_);
    note_transfer();
    return found_;
  }

 private:
  bool has(std::size_t count) const { return at_ + count <= size_; }
  uint8_t offset() const { return static_cast<uint8_t>(at_); }

  bool read_prefixes() {
    while (has(1) && prefix_kinds[bytes_[at_]] != no_prefix) {
      uint8_t byte = bytes_[at_++];
      if (prefix_kinds[byte] == rex_prefix) {
        prefixes_.wide = (byte & 8) != 0;
        continue;
      }
      prefixes_.wide = false;  // REX counts only right before the opcode
      if (byte == 0x66) prefixes_.operand_size = true;
      if (byte == 0x67) prefixes_.address_size = true;
      if (byte == 0xf2 || byte == 0xf3) prefixes_.repeat = true;
    }
    return has(1);
  }

  bool read_opcode() {
    opcode_ = bytes_[at_++];
    switch (opcode_) {
      case 0x0f:
        return read_escaped();
      case 0xc5:  // VEX of two bytes
        return read_vector_prefix(1, Map::two_byte);
      case 0xc4: {
        if (!has(1)) return false;
        return map_of(bytes_[at_] & 0x1f) && read_vector_prefix(2, map_);
      }
      case 0x62:  // EVEX; its fourth bit from the top of the map's byte must be clear
        if (!has(1)) return false;
        return (bytes_[at_] & 0x08) == 0 && map_of(bytes_[at_] & 0x07) &&
               read_vector_prefix(3, map_);
      case 0x8f:  // XOP, where a pop's ModRM would have a middle field other than 0
        if (!has(1) || (bytes_[at_] & 0x1f) < 8) return true;
        return map_of(bytes_[at_] & 0x1f) && read_vector_prefix(2, map_);
      default:
        return true;
    }
  }

  bool read_escaped() {
    if (!has(1)) return false;
    map_ = Map::two_byte;
    opcode_ = bytes_[at_++];
    if (opcode_ != 0x38 && opcode_ != 0x3a) return true;
    map_ = opcode_ == 0x38 ? Map::three_byte : Map::three_byte_with_immediate;
    if (!has(1)) return false;
    opcode_ = bytes_[at_++];
    return true;
  }

  bool map_of(int number) {
    switch (number) {
      case 1:
        map_ = Map::two_byte;
        return true;
      case 2:
      case 5:  // half-precision arithmetic
      case 6:
        map_ = Map::three_byte;
        return true;
      case 3:
      case 8:
        map_ = Map::three_byte_with_immediate;
        return true;
      case 9:
        map_ = Map::xop_other;
        return true;
      case 10:
        map_ = Map::xop_wide;
        return true;
      default:
        return false;
    }
  }

  // The rest of a VEX, EVEX or XOP prefix, and the opcode.
  bool read_vector_prefix(std::size_t bytes, Map map) {
    if (!has(bytes + 1)) return false;
    map_ = map;
    prefixes_.is_legacy = false;
    at_ += bytes;
    opcode_ = bytes_[at_++];
    return true;
  }

  uint8_t shape_of_opcode() const {
    switch (map_) {
      case Map::one_byte:
        return one_byte[opcode_];
      case Map::two_byte:
        return prefixes_.is_legacy ? legacy_two_byte() : vector_two_byte();
      case Map::three_byte:
      case Map::xop_other:
        return modrm;
      case Map::three_byte_with_immediate:
        return modrm | imm8;
      case Map::xop_wide:
        return modrm | imm32;
    }
    return invalid;
  }

  uint8_t legacy_two_byte() const {
    // AMD's extrq and insertq have two immediates of 8 bits.
    if (opcode_ == 0x78 && (prefixes_.operand_size || prefixes_.repeat)) return modrm | imm16;
    return two_byte[opcode_];
  }

  // No branches and nothing of the system is there.
  uint8_t vector_two_byte() const {
    if (opcode_ == 0x77) return plain;
    switch (opcode_) {
      case 0x70:
      case 0x71:
      case 0x72:
      case 0x73:
      case 0xc2:
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return modrm | imm8;
      default:
        return modrm;
    }
  }

  bool read_modrm(uint8_t& shape) {
    if (!has(1)) return false;
    uint8_t byte = bytes_[at_++];
    modrm_ = {static_cast<uint8_t>(byte >> 6), static_cast<uint8_t>(byte >> 3 & 7),
              static_cast<uint8_t>(byte & 7)};
    if ((shape & by_modrm) != 0 && !settle_group(shape)) return false;
    // Moves to and from control registers ignore the mode.
    bool to_system = map_ == Map::two_byte && prefixes_.is_legacy && (opcode_ & 0xfc) == 0x20;
    if (modrm_.mode == 3 || to_system) return true;
    return read_memory();
  }

  bool read_memory() {
    uint8_t base = modrm_.low;
    if (modrm_.low == 4) {
      if (!has(1)) return false;
      base = bytes_[at_++] & 7;
    }
    if (modrm_.mode == 1) {
      ++at_;
      return at_ <= size_;
    }
    bool has_displacement = modrm_.mode == 2 || base == 5;
    if (!has_displacement) return true;
    bool from_program_counter = modrm_.mode == 0 && modrm_.low == 5;
    (from_program_counter ? found_.memory_displacement : found_.other_displacement) = offset();
    at_ += 4;
    return at_ <= size_;
  }

  // Which instruction it is, where the middle field decides.
  bool settle_group(uint8_t& shape) {
    shape &= static_cast<uint8_t>(~by_modrm);
    uint8_t middle = modrm_.middle;
    if (map_ == Map::two_byte) return middle >= 4;  // 0F BA: bt, bts, btr, btc
    switch (opcode_) {
      case 0x8f:
        return middle == 0;
      case 0xc6:
        return middle == 0 || is_transaction();
      case 0xc7:
        if (middle == 0) return true;
        shape = modrm | distance32;  // xbegin
        return is_transaction();
      case 0xf6:
      case 0xf7:
        if (middle > 1) shape = modrm;  // only test has an immediate
        return true;
      case 0xfe:
        return middle <= 1;
      default:  // 0xff
        return middle <= 6;
    }
  }

  bool is_transaction() const { return modrm_.mode == 3 && modrm_.middle == 7 && modrm_.low == 0; }

  bool read_immediate(uint8_t shape) {
    std::size_t small = prefixes_.operand_size && !prefixes_.wide ? 2 : 4;
    switch (shape & immediate_mask) {
      case imm8:
        at_ += 1;
        break;
      case distance8:
        at_ += 1;
        if (at_ > size_) return false;
        found_.short_distance = static_cast<int8_t>(bytes_[at_ - 1]);
        break;
      case imm16:
        at_ += 2;
        break;
      case imm16_imm8:
        at_ += 3;
        break;
      case imm32:
        if (small == 4) found_.immediate = offset();
        at_ += small;
        break;
      case imm64:
        if (prefixes_.wide || small == 4) found_.immediate = offset();
        found_.wide_immediate = prefixes_.wide;
        at_ += prefixes_.wide ? 8 : small;
        break;
      case address64:
        at_ += prefixes_.address_size ? 4 : 8;
        break;
      case distance32:
        found_.branch_distance = offset();
        at_ += 4;
        break;
    }
    return at_ <= size_;
  }

  void note_transfer() {
    if (map_ == Map::two_byte && prefixes_.is_legacy) {
      if ((opcode_ & 0xf0) == 0x80) found_.transfer = Transfer::conditional_jump;
      if (opcode_ == 0x0b) found_.transfer = Transfer::stop;  // ud2
      return;
    }
    if (map_ != Map::one_byte) return;
    switch (opcode_) {
      case 0xe8:
        found_.transfer = Transfer::call;
        return;
      case 0xe9:
      case 0xeb:
        found_.transfer = Transfer::jump;
        return;
      case 0xc2:
      case 0xc3:
      case 0xca:
      case 0xcb:
      case 0xcc:
      case 0xcf:
      case 0xf4:
        found_.transfer = Transfer::stop;
        return;
      case 0xff:
        found_.is_indirect = modrm_.middle == 2 || modrm_.middle == 4;
        if (modrm_.middle == 2) found_.transfer = Transfer::call;
        if (modrm_.middle == 4) found_.transfer = Transfer::jump;
        if (modrm_.middle == 5) found_.transfer = Transfer::stop;  // a far jump
        return;
      default:
        if (found_.short_distance) found_.transfer = Transfer::conditional_jump;
        return;
    }
  }

  const uint8_t* bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
  Prefixes prefixes_;
  Map map_ = Map::one_byte;
  uint8_t opcode_ = 0;
  ModRm modrm_{};
  Outline found_{};
};

}  // namespace

std::optional<Outline> outline(std::span<const std::byte> code) { return Parser(code).parse(); }

}  // namespace ltoscope::audit

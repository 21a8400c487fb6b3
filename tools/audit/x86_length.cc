// One pass: prefixes, opcode, ModRM, displacement, immediate.
#include "audit/x86_length.h"

#include <array>

#include "audit/x86_opcodes.h"

namespace ltoscope::audit {
namespace {

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
    if ((shape & x86::invalid) != 0) return std::nullopt;
    if ((shape & x86::modrm) != 0 && !read_modrm(shape)) return std::nullopt;
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
        return x86::one_byte_shapes[opcode_];
      case Map::two_byte:
        return prefixes_.is_legacy ? legacy_two_byte() : vector_two_byte();
      case Map::three_byte:
      case Map::xop_other:
        return x86::modrm;
      case Map::three_byte_with_immediate:
        return x86::modrm | x86::imm8;
      case Map::xop_wide:
        return x86::modrm | x86::imm32;
    }
    return x86::invalid;
  }

  uint8_t legacy_two_byte() const {
    // AMD's extrq and insertq have two immediates of 8 bits.
    if (opcode_ == 0x78 && (prefixes_.operand_size || prefixes_.repeat))
      return x86::modrm | x86::imm16;
    return x86::two_byte_shapes[opcode_];
  }

  // No branches and nothing of the system is there.
  uint8_t vector_two_byte() const {
    if (opcode_ == 0x77) return x86::plain;
    switch (opcode_) {
      case 0x70:
      case 0x71:
      case 0x72:
      case 0x73:
      case 0xc2:
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return x86::modrm | x86::imm8;
      default:
        return x86::modrm;
    }
  }

  bool read_modrm(uint8_t& shape) {
    if (!has(1)) return false;
    uint8_t byte = bytes_[at_++];
    modrm_ = {static_cast<uint8_t>(byte >> 6), static_cast<uint8_t>(byte >> 3 & 7),
              static_cast<uint8_t>(byte & 7)};
    if ((shape & x86::by_modrm) != 0 && !settle_group(shape)) return false;
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
    shape &= static_cast<uint8_t>(~x86::by_modrm);
    uint8_t middle = modrm_.middle;
    if (map_ == Map::two_byte) return middle >= 4;  // 0F BA: bt, bts, btr, btc
    switch (opcode_) {
      case 0x8f:
        return middle == 0;
      case 0xc6:
        return middle == 0 || is_transaction();
      case 0xc7:
        if (middle == 0) return true;
        shape = x86::modrm | x86::distance32;  // xbegin
        return is_transaction();
      case 0xf6:
      case 0xf7:
        if (middle > 1) shape = x86::modrm;  // only test has an immediate
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
    switch (shape & x86::immediate_mask) {
      case x86::imm8:
        at_ += 1;
        break;
      case x86::distance8:
        at_ += 1;
        if (at_ > size_) return false;
        found_.short_distance = static_cast<int8_t>(bytes_[at_ - 1]);
        break;
      case x86::imm16:
        at_ += 2;
        break;
      case x86::imm16_imm8:
        at_ += 3;
        break;
      case x86::imm32:
        if (small == 4) found_.immediate = offset();
        at_ += small;
        break;
      case x86::imm64:
        if (prefixes_.wide || small == 4) found_.immediate = offset();
        found_.wide_immediate = prefixes_.wide;
        at_ += prefixes_.wide ? 8 : small;
        break;
      case x86::address64:
        at_ += prefixes_.address_size ? 4 : 8;
        break;
      case x86::distance32:
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

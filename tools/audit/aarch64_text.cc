// Mnemonics by the word's class, operands from the decoder.
#include "audit/aarch64_text.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "audit/aarch64_fields.h"

namespace ltoscope::audit {
namespace {

std::string name_of_register(Register reg, int bits, bool is_sp) {
  if (reg == zero_register) return is_sp ? (bits == 64 ? "sp" : "wsp") : bits == 64 ? "xzr" : "wzr";
  return fmt::format("{}{}", bits == 64 ? 'x' : 'w', reg);
}

// Number 31 is the stack pointer in operands; zero is no register there.
std::string register_text(const Operand& operand, int bits) {
  if (operand.kind != Operand::Kind::general_register) {
    return name_of_register(zero_register, bits, false);
  }
  return name_of_register(operand.reg, bits, true);
}

std::string hex_text(int64_t number) {
  uint64_t size = number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  return fmt::format("#{}{:#x}", number < 0 ? "-" : "", size);
}

int width_of_word(uint32_t word) { return word_bit(word, 31) ? 64 : 32; }

std::string branch_text(uint32_t word, const Instruction& instruction, uint64_t target) {
  constexpr std::array conditions = {"eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc",
                                     "hi", "ls", "ge", "lt", "gt", "le", "al", "nv"};
  if (instruction.operation == Operation::call) return fmt::format("bl {:#x}", target);
  if (instruction.operation == Operation::jump) return fmt::format("b {:#x}", target);
  std::string tested = register_text(instruction.operands[1], width_of_word(word));
  switch (word_bits_at(word, 25, 6)) {
    case 0b101010:
      return fmt::format("{}.{} {:#x}", word_bit(word, 4) ? "bc" : "b",
                         conditions[word_bits_at(word, 0, 4)], target);
    case 0b011010:
      return fmt::format("{} {}, {:#x}", word_bit(word, 24) ? "cbnz" : "cbz", tested, target);
    case 0b011011:
      return fmt::format("{} {}, {}, {:#x}", word_bit(word, 24) ? "tbnz" : "tbz", tested,
                         hex_text(word_bits_at(word, 19, 5) | (word_bit(word, 31) ? 32 : 0)),
                         target);
    default:
      return "";
  }
}

// br, blr, ret and those that authenticate the address.
std::string register_branch_text(uint32_t word) {
  uint32_t kind = word_bits_at(word, 21, 3), authentication = word_bits_at(word, 10, 6);
  bool fixed_bits = word_bits_at(word, 16, 5) == 0b11111 && kind < 3;
  std::string through = name_of_register(register_at(word, second_field), 64, false);
  const char* name = std::array{"br", "blr", "ret"}[fixed_bits ? kind : 0];
  bool with_modifier = word_bit(word, 24);
  if (!fixed_bits) return "";
  if (authentication == 0 && !with_modifier && word_bits_at(word, 0, 5) == 0) {
    bool usual = kind == 2 && register_at(word, second_field) == x30;
    return usual ? name : fmt::format("{} {}", name, through);
  }
  if (authentication < 2 || authentication > 3) return "";
  std::string full = fmt::format("{}{}", name, authentication == 2 ? "aa" : "ab");
  if (kind == 2) return with_modifier ? "" : full;
  if (!with_modifier) return fmt::format("{}z {}", full, through);
  return fmt::format("{} {}, {}", full, through,
                     name_of_register(register_at(word, destination_field), 64, true));
}

struct NamedHint {
  uint32_t number;
  const char* name;
};
constexpr std::array hints = {
    NamedHint{0, "nop"},        NamedHint{1, "yield"},      NamedHint{2, "wfe"},
    NamedHint{3, "wfi"},        NamedHint{4, "sev"},        NamedHint{5, "sevl"},
    NamedHint{7, "xpaclri"},    NamedHint{8, "pacia1716"},  NamedHint{10, "pacib1716"},
    NamedHint{12, "autia1716"}, NamedHint{14, "autib1716"}, NamedHint{20, "csdb"},
    NamedHint{24, "paciaz"},    NamedHint{25, "paciasp"},   NamedHint{26, "pacibz"},
    NamedHint{27, "pacibsp"},   NamedHint{28, "autiaz"},    NamedHint{29, "autiasp"},
    NamedHint{30, "autibz"},    NamedHint{31, "autibsp"},   NamedHint{32, "bti"},
    NamedHint{34, "bti c"},     NamedHint{36, "bti j"},     NamedHint{38, "bti jc"},
};

std::string system_text(uint32_t word) {
  if (is_aarch64_thread_pointer_read(word)) {
    return fmt::format("mrs {}, TPIDR_EL0",
                       name_of_register(register_at(word, destination_field), 64, false));
  }
  constexpr uint32_t hint = 0xd503201f, hint_mask = 0xfffff01f;
  if ((word & hint_mask) == hint) {
    for (const NamedHint& known : hints) {
      if (known.number == word_bits_at(word, 5, 7)) return known.name;
    }
  }
  constexpr uint32_t exception_mask = 0xffe0001f;
  uint32_t kind = word & exception_mask;
  const char* name = kind == 0xd4000001 ? "svc" : kind == 0xd4200000 ? "brk" : "";
  uint32_t number = word_bits_at(word, 5, 16);
  if (*name == 0) return "";
  return fmt::format("{} {}", name, number == 0 ? "#0" : hex_text(number));
}

std::string add_text(uint32_t word, const Instruction& instruction) {
  int bits = width_of_word(word);
  const auto& [target, left, right] = instruction.operands;
  bool subtracts = word_bit(word, 30);
  auto amount = [](const Operand& operand) {
    std::string shift = operand.bit_position == 0 ? "" : ", lsl #12";
    return hex_text(static_cast<int64_t>(operand.immediate >> operand.bit_position)) + shift;
  };
  if (instruction.operation == Operation::compare) {
    return fmt::format("{} {}, {}", subtracts ? "cmp" : "cmn", register_text(target, bits),
                       amount(left));
  }
  if (instruction.operation == Operation::move) {
    if (word_bit(word, 22) || subtracts) return "";
    return fmt::format("mov {}, {}", register_text(target, bits), register_text(left, bits));
  }
  return fmt::format("{}{} {}, {}, {}", subtracts ? "sub" : "add", word_bit(word, 29) ? "s" : "",
                     register_text(target, bits), register_text(left, bits), amount(right));
}

// The alias mov where an assembler would use it.
std::string move_wide_text(uint32_t word, const Instruction& instruction) {
  constexpr uint32_t kept = 3, negated = 0, unallocated = 1;
  int bits = width_of_word(word);
  std::string target = register_text(instruction.operands[0], bits);
  uint32_t kind = word_bits_at(word, 29, 2), part = word_bits_at(word, 5, 16);
  uint32_t position = word_bits_at(word, 21, 2) * 16;
  if (kind == unallocated || (bits == 32 && position > 16)) return "";
  std::string shift = position == 0 ? "" : fmt::format(", lsl #{}", position);
  if (kind == kept) return fmt::format("movk {}, {}{}", target, hex_text(part), shift);
  bool has_alias =
      !(part == 0 && position != 0) && !(kind == negated && bits == 32 && part == 0xffff);
  if (!has_alias) {
    return fmt::format("{} {}, {}{}", kind == negated ? "movn" : "movz", target, hex_text(part),
                       shift);
  }
  uint64_t value = instruction.operands[1].immediate;
  int64_t number = bits == 32 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
  return fmt::format("mov {}, {}", target, hex_text(number));
}

std::string immediate_text(uint32_t word, const Instruction& instruction) {
  if (instruction.operation == Operation::load_page ||
      instruction.operation == Operation::load_address) {
    bool page = instruction.operation == Operation::load_page;
    return fmt::format("{} {}, {:#x}", page ? "adrp" : "adr",
                       register_text(instruction.operands[0], 64),
                       static_cast<uint64_t>(instruction.operands[1].memory.displacement));
  }
  constexpr uint32_t add = 0b010, move_wide = 0b101;
  uint32_t group = word_bits_at(word, 23, 3);
  if (group == add) return add_text(word, instruction);
  return group == move_wide ? move_wide_text(word, instruction) : "";
}

const Operand* memory_operand(const Instruction& instruction) {
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == Operand::Kind::memory) return &operand;
  }
  return nullptr;
}

std::string place_text(uint32_t word, const Instruction& instruction, const Memory& memory) {
  if (memory.pc_relative) return fmt::format("{:#x}", static_cast<uint64_t>(memory.displacement));
  std::string base = name_of_register(memory.base, 64, true);
  const BaseChange& change = instruction.base_change;
  if (change.base != no_register) {
    return change.before_access ? fmt::format("[{}, {}]!", base, hex_text(change.distance))
                                : fmt::format("[{}], {}", base, hex_text(change.distance));
  }
  constexpr uint32_t pair = 0b10;
  bool by_register = word_bits_at(word, 28, 2) != pair && !word_bit(word, 24) && word_bit(word, 21);
  if (!by_register) {
    if (memory.displacement == 0) return fmt::format("[{}]", base);
    return fmt::format("[{}, {}]", base, hex_text(memory.displacement));
  }
  uint32_t option = word_bits_at(word, 13, 3);
  bool scaled = word_bit(word, 12), whole = option == 3;
  const char* extension = whole ? "lsl" : option == 2 ? "uxtw" : option == 6 ? "sxtw" : "sxtx";
  std::string index =
      name_of_register(register_at(word, fourth_field), option & 1 ? 64 : 32, false);
  std::string text = fmt::format("[{}, {}", base, index);
  if (!whole || scaled) text += fmt::format(", {}", extension);
  if (scaled) text += fmt::format(" #{}", word_bits_at(word, 30, 2));
  return text + "]";
}

std::string pair_text(uint32_t word, const Instruction& instruction) {
  constexpr uint32_t without_hint = 0, tags = 1;
  bool load = word_bit(word, 22);
  uint32_t size = word_bits_at(word, 30, 2);
  if (size == 3 || (size == tags && !load)) return "";
  bool streams = word_bits_at(word, 23, 2) == without_hint;
  if (size == tags && streams) return "";
  const Operand* memory = memory_operand(instruction);
  if (memory == nullptr) return "";
  int bits = size == 0 ? 32 : 64;
  const char* name = size == tags ? "ldpsw"
                     : load       ? (streams ? "ldnp" : "ldp")
                                  : (streams ? "stnp" : "stp");
  return fmt::format("{} {}, {}, {}", name,
                     name_of_register(register_at(word, destination_field), bits, false),
                     name_of_register(register_at(word, third_field), bits, false),
                     place_text(word, instruction, memory->memory));
}

std::string single_text(uint32_t word, const Instruction& instruction) {
  constexpr uint32_t none = 0, unprivileged = 2;
  bool by_number = word_bit(word, 24), by_register = !by_number && word_bit(word, 21);
  uint32_t mode = word_bits_at(word, 10, 2);
  const Operand* memory = memory_operand(instruction);
  if (memory == nullptr || (by_register && mode != unprivileged)) return "";
  uint32_t size = word_bits_at(word, 30, 2), kind = word_bits_at(word, 22, 2);
  if (kind == 3 && size > 1) return "";
  bool load = kind != 0, extended = kind > 1, unscaled = !by_number && !by_register && mode == none;
  std::string_view rest = std::array{"b", "h", extended ? "w" : "", ""}[size];
  std::string stem = load ? "ld" : "st";
  stem += unscaled ? "ur" : !by_number && !by_register && mode == unprivileged ? "tr" : "r";
  if (extended) stem += "s";
  int bits = size == 3 || kind == 2 ? 64 : 32;
  return fmt::format("{}{} {}, {}", stem, rest,
                     name_of_register(register_at(word, destination_field), bits, false),
                     place_text(word, instruction, memory->memory));
}

std::string literal_text(uint32_t word, const Instruction& instruction) {
  uint32_t size = word_bits_at(word, 30, 2);
  const Operand* memory = memory_operand(instruction);
  if (size == 3 || memory == nullptr) return "";
  return fmt::format(
      "{} {}, {}", size == 2 ? "ldrsw" : "ldr",
      name_of_register(register_at(word, destination_field), size == 0 ? 32 : 64, false),
      place_text(word, instruction, memory->memory));
}

std::string memory_text(uint32_t word, const Instruction& instruction) {
  if (word_bit(word, 26)) return "";
  switch (word_bits_at(word, 28, 2)) {
    case 0b01:
      return word_bit(word, 24) ? "" : literal_text(word, instruction);
    case 0b10:
      return pair_text(word, instruction);
    case 0b11:
      return single_text(word, instruction);
    default:
      return "";
  }
}

std::string known_text(uint32_t word, const Instruction& instruction) {
  uint64_t address = instruction.address;
  if (std::optional<uint64_t> target = aarch64_branch_target(word, address)) {
    return branch_text(word, instruction, *target);
  }
  switch (word_bits_at(word, 25, 4)) {
    case 0b1000:
    case 0b1001:
      return immediate_text(word, instruction);
    case 0b1010:
    case 0b1011:
      return word_bits_at(word, 25, 7) == 0b1101011 ? register_branch_text(word)
                                                    : system_text(word);
    case 0b0100:
    case 0b0110:
    case 0b1100:
    case 0b1110:
      return memory_text(word, instruction);
    case 0b0101:
      if (instruction.operation != Operation::move || word_bit(word, 28)) return "";
      return fmt::format("mov {}, {}", register_text(instruction.operands[0], width_of_word(word)),
                         register_text(instruction.operands[1], width_of_word(word)));
    default:
      return word >> 16 == 0 ? fmt::format("udf {}", hex_text(word)) : "";
  }
}

}  // namespace

std::string aarch64_text(uint32_t word, uint64_t address) {
  std::string text = known_text(word, decode_aarch64_word(word, address));
  return text.empty() ? fmt::format(".inst {:#010x}", word) : text;
}

bool is_aarch64_undefined(uint32_t word) {
  uint32_t group = word_bits_at(word, 25, 4);
  bool of_matrices = group == 0b0000 && word_bit(word, 31);
  return (group == 0b0000 && !of_matrices) || group == 0b0001 || group == 0b0011;
}

}  // namespace ltoscope::audit

// Relocation names and roles, one line each.
#include "elf/relocation_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace ltoscope::elf {
namespace {

using enum RelocationRole;

struct RelocationType {
  Machine machine;
  uint32_t number;
  RelocationRole role;
  std::string_view name;
};

// Types that a loader meets.
constexpr std::array dynamic_types = {
    RelocationType{Machine::x86_64, 1, symbol_address, "R_X86_64_64"},
    RelocationType{Machine::x86_64, 6, got_slot, "R_X86_64_GLOB_DAT"},
    RelocationType{Machine::x86_64, 7, plt_slot, "R_X86_64_JUMP_SLOT"},
    RelocationType{Machine::x86_64, 8, relative, "R_X86_64_RELATIVE"},
    RelocationType{Machine::x86_64, 16, tls_module, "R_X86_64_DTPMOD64"},
    RelocationType{Machine::x86_64, 17, tls_offset, "R_X86_64_DTPOFF64"},
    RelocationType{Machine::x86_64, 18, tls_static_offset, "R_X86_64_TPOFF64"},
    RelocationType{Machine::x86_64, 36, tls_descriptor, "R_X86_64_TLSDESC"},
    RelocationType{Machine::x86_64, 37, relative_by_resolver, "R_X86_64_IRELATIVE"},

    RelocationType{Machine::i386, 1, symbol_address, "R_386_32"},
    RelocationType{Machine::i386, 2, other, "R_386_PC32"},
    RelocationType{Machine::i386, 5, other, "R_386_COPY"},
    RelocationType{Machine::i386, 6, got_slot, "R_386_GLOB_DAT"},
    RelocationType{Machine::i386, 7, plt_slot, "R_386_JUMP_SLOT"},
    RelocationType{Machine::i386, 8, relative, "R_386_RELATIVE"},
    RelocationType{Machine::i386, 35, tls_module, "R_386_TLS_DTPMOD32"},
    RelocationType{Machine::i386, 36, tls_offset, "R_386_TLS_DTPOFF32"},
    RelocationType{Machine::i386, 14, tls_static_offset, "R_386_TLS_TPOFF"},
    RelocationType{Machine::i386, 37, tls_static_offset, "R_386_TLS_TPOFF32"},
    RelocationType{Machine::i386, 41, tls_descriptor, "R_386_TLS_DESC"},
    RelocationType{Machine::i386, 42, relative_by_resolver, "R_386_IRELATIVE"},

    RelocationType{Machine::aarch64, 257, symbol_address, "R_AARCH64_ABS64"},
    RelocationType{Machine::aarch64, 1024, other, "R_AARCH64_COPY"},
    RelocationType{Machine::aarch64, 1025, got_slot, "R_AARCH64_GLOB_DAT"},
    RelocationType{Machine::aarch64, 1026, plt_slot, "R_AARCH64_JUMP_SLOT"},
    RelocationType{Machine::aarch64, 1027, relative, "R_AARCH64_RELATIVE"},
    RelocationType{Machine::aarch64, 1028, tls_module, "R_AARCH64_TLS_DTPMOD"},
    RelocationType{Machine::aarch64, 1029, tls_offset, "R_AARCH64_TLS_DTPREL"},
    RelocationType{Machine::aarch64, 1030, tls_static_offset, "R_AARCH64_TLS_TPREL"},
    RelocationType{Machine::aarch64, 1031, tls_descriptor, "R_AARCH64_TLSDESC"},
    RelocationType{Machine::aarch64, 1032, relative_by_resolver, "R_AARCH64_IRELATIVE"},

    RelocationType{Machine::riscv, 1, symbol_address, "R_RISCV_32"},
    RelocationType{Machine::riscv, 2, symbol_address, "R_RISCV_64"},
    RelocationType{Machine::riscv, 3, relative, "R_RISCV_RELATIVE"},
    RelocationType{Machine::riscv, 4, other, "R_RISCV_COPY"},
    RelocationType{Machine::riscv, 5, plt_slot, "R_RISCV_JUMP_SLOT"},
    RelocationType{Machine::riscv, 7, tls_module, "R_RISCV_TLS_DTPMOD64"},
    RelocationType{Machine::riscv, 9, tls_offset, "R_RISCV_TLS_DTPREL64"},
    RelocationType{Machine::riscv, 11, tls_static_offset, "R_RISCV_TLS_TPREL64"},
    RelocationType{Machine::riscv, 12, tls_descriptor, "R_RISCV_TLSDESC"},
    RelocationType{Machine::riscv, 58, relative_by_resolver, "R_RISCV_IRELATIVE"},
};

// Every type of the x86-64 ABI, by number; numbers that the ABI retired are empty.
constexpr std::array<std::string_view, 52> x86_64_names = {
    "R_X86_64_NONE",
    "R_X86_64_64",
    "R_X86_64_PC32",
    "R_X86_64_GOT32",
    "R_X86_64_PLT32",
    "R_X86_64_COPY",
    "R_X86_64_GLOB_DAT",
    "R_X86_64_JUMP_SLOT",
    "R_X86_64_RELATIVE",
    "R_X86_64_GOTPCREL",
    "R_X86_64_32",
    "R_X86_64_32S",
    "R_X86_64_16",
    "R_X86_64_PC16",
    "R_X86_64_8",
    "R_X86_64_PC8",
    "R_X86_64_DTPMOD64",
    "R_X86_64_DTPOFF64",
    "R_X86_64_TPOFF64",
    "R_X86_64_TLSGD",
    "R_X86_64_TLSLD",
    "R_X86_64_DTPOFF32",
    "R_X86_64_GOTTPOFF",
    "R_X86_64_TPOFF32",
    "R_X86_64_PC64",
    "R_X86_64_GOTOFF64",
    "R_X86_64_GOTPC32",
    "R_X86_64_GOT64",
    "R_X86_64_GOTPCREL64",
    "R_X86_64_GOTPC64",
    "R_X86_64_GOTPLT64",
    "R_X86_64_PLTOFF64",
    "R_X86_64_SIZE32",
    "R_X86_64_SIZE64",
    "R_X86_64_GOTPC32_TLSDESC",
    "R_X86_64_TLSDESC_CALL",
    "R_X86_64_TLSDESC",
    "R_X86_64_IRELATIVE",
    "R_X86_64_RELATIVE64",
    "",
    "",
    "R_X86_64_GOTPCRELX",
    "R_X86_64_REX_GOTPCRELX",
    "R_X86_64_CODE_4_GOTPCRELX",
    "R_X86_64_CODE_4_GOTTPOFF",
    "R_X86_64_CODE_4_GOTPC32_TLSDESC",
    "R_X86_64_CODE_5_GOTPCRELX",
    "R_X86_64_CODE_5_GOTTPOFF",
    "R_X86_64_CODE_5_GOTPC32_TLSDESC",
    "R_X86_64_CODE_6_GOTPCRELX",
    "R_X86_64_CODE_6_GOTTPOFF",
    "R_X86_64_CODE_6_GOTPC32_TLSDESC",
};

const RelocationType* find_type(Machine machine, uint32_t number) {
  const auto* found = std::find_if(
      dynamic_types.begin(), dynamic_types.end(),
      [&](const RelocationType& type) { return type.machine == machine && type.number == number; });
  return found == dynamic_types.end() ? nullptr : found;
}

}  // namespace

std::string relocation_name(Machine machine, uint32_t type) {
  if (machine == Machine::x86_64 && type < x86_64_names.size() && !x86_64_names[type].empty()) {
    return std::string(x86_64_names[type]);
  }
  if (const RelocationType* known = find_type(machine, type)) return std::string(known->name);
  return fmt::format("type {} of {}", type, machine_name(machine));
}

RelocationRole relocation_role(Machine machine, uint32_t type) {
  const RelocationType* known = find_type(machine, type);
  return known == nullptr ? other : known->role;
}

RelocationRoles::RelocationRoles(Machine machine) {
  for (const RelocationType& type : dynamic_types) {
    if (type.machine != machine) continue;
    if (type.number >= roles_.size()) roles_.resize(type.number + 1, other);
    roles_[type.number] = type.role;
  }
}

uint32_t relative_type(Machine machine) {
  for (const RelocationType& type : dynamic_types) {
    if (type.machine == machine && type.role == relative) return type.number;
  }
  return 0;
}

std::vector<std::string> tls_relocation_names(Machine machine) {
  std::vector<std::string> names;
  for (RelocationRole role : {tls_module, tls_offset, tls_static_offset, tls_descriptor}) {
    for (const RelocationType& type : dynamic_types) {
      if (type.machine == machine && type.role == role) names.emplace_back(type.name);
    }
  }
  return names;
}

}  // namespace ltoscope::elf

// A symbol of an object before linking, in the same words whether machine code, LLVM bitcode or
// GCC's bytecode tells of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "elf/symbols.h"

namespace ltoscope::elf {

enum class SymbolRole { undefined, weak_undefined, strong, weak, common, local };

inline bool is_definition(SymbolRole role) {
  return role == SymbolRole::strong || role == SymbolRole::weak || role == SymbolRole::common;
}

struct ObjectSymbol {
  std::string_view name;
  SymbolRole role = SymbolRole::undefined;
  SymbolKind kind = SymbolKind::untyped;
  Visibility visibility = Visibility::normal;
  std::optional<int64_t> size;  // nothing: this kind of object does not say
  std::string_view group;       // of which linkers keep one; empty: none
  // In machine code: where it is defined.
  uint32_t section = 0;  // index; 0: in none
  uint64_t offset = 0;   // within the section
};

}  // namespace ltoscope::elf

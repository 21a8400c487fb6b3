// The values of the ELF specification, and GNU's.
#include "elf/symbol_fields.h"

#include <elf.h>

namespace ltoscope::elf {

SymbolKind symbol_kind(uint8_t information) {
  switch (information & 0xf) {
    case STT_NOTYPE:
      return SymbolKind::untyped;
    case STT_OBJECT:
    case STT_COMMON:
      return SymbolKind::data;
    case STT_FUNC:
      return SymbolKind::function;
    case STT_GNU_IFUNC:
      return SymbolKind::function_by_resolver;
    case STT_TLS:
      return SymbolKind::thread_local_data;
    default:
      return SymbolKind::other;
  }
}

Visibility symbol_visibility(uint8_t other) {
  switch (other & 3) {
    case STV_HIDDEN:
      return Visibility::hidden;
    case STV_PROTECTED:
      return Visibility::protected_from_others;
    case STV_INTERNAL:
      return Visibility::internal;
    default:
      return Visibility::normal;
  }
}

}  // namespace ltoscope::elf

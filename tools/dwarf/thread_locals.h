// Names of thread-local variables by where they are in the library's TLS block, for libraries
// without a symbol table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dwarf/debug_info.h"

namespace ltoscope::dwarf {

struct ThreadLocal {
  uint64_t offset;  // from the start of the block, as symbols of thread-local variables count
  std::string linkage_name;  // mangled; empty where the language has none
  std::string name;          // as in the source, without its scopes
  uint64_t size = 0;         // bytes; 0: not known
  bool operator==(const ThreadLocal&) const = default;
};

struct ThreadLocals {
  // By offset, each once. Several at one offset: aliases; and at offset 0 also variables that the
  // linker left out, since it writes 0 in their place.
  std::vector<ThreadLocal> variables;
  std::vector<std::string> incomplete;  // why some may be missing
};

ThreadLocals thread_locals(const DebugInfo& info, int threads);

}  // namespace ltoscope::dwarf

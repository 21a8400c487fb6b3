// Names of thread-local variables that no symbol gives, out of debug information.
#pragma once

#include <string>
#include <vector>

#include "audit/library.h"

namespace ltoscope::audit {

// A named part of the library's block of thread-locals.
struct TlsName {
  uint64_t offset;
  uint64_t size;  // bytes; 0: not known
  std::string name;
};

struct TlsNames {
  std::vector<TlsName> names;  // by offset, one for each
  std::string source;          // the file that has them; empty: there is no debug information
};

// Reads all units. At the block's begin, where linkers also put those that they left out, several
// may be "a or b". Throws Failure(bad_input) for a debug file given by name that is not the
// library's.
TlsNames tls_names_in_debug_info(const Library& library, int threads);

}  // namespace ltoscope::audit

// What the compiler recorded of calls that it made: where they return to and whom they call. GCC
// records every call at -O2 -g, clang those of functions that it has seen. Nothing here looks at an
// instruction, which makes the records a test of what does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dwarf/debug_info.h"

namespace ltoscope::dwarf {

struct CallSiteRecord {
  // One of the two is there. Some compilers give tail calls, which do not return here, the address
  // behind the jump too.
  std::optional<uint64_t> return_address;  // of the instruction after the call
  std::optional<uint64_t> call_address;    // of the call itself
  bool tail_call;
  std::string
      target;  // the callee's linkage name, else its name; empty when the call is through a pointer
  bool operator==(const CallSiteRecord&) const = default;
};

struct CallSiteRecords {
  std::vector<CallSiteRecord> records;  // by address
  std::vector<std::string> incomplete;  // why some may be missing
};

CallSiteRecords call_site_records(const DebugInfo& info, int threads);

}  // namespace ltoscope::dwarf

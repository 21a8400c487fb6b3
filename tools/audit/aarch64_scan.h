// A fast sieve over AArch64 code: branches that reach watched functions, and the halves of which
// code makes the addresses of watched slots and functions. What it finds of the second kind may
// belong to other addresses; following registers decides.
#pragma once

#include <cstdint>
#include <vector>

#include "audit/callees.h"
#include "audit/code_map.h"

namespace ltoscope::audit {

struct Aarch64Reference {
  enum class Kind : uint8_t {
    branch,  // to target
    whole,   // names target: adr, ldr of a literal, half of an absolute address
    page,    // adrp: target is the page, in or before that of a watched address
    rest,    // ldr, add with an immediate: target is its value, the rest of a watched address
  };
  uint64_t address;
  uint64_t target;
  Kind kind;
};

// Sorted by address. fixed_addresses: instructions may hold parts of absolute addresses.
std::vector<Aarch64Reference> scan_aarch64(const CodeMap& code, const CalleesByAddress& slots,
                                           const CalleesByAddress& functions, bool fixed_addresses,
                                           int threads);

}  // namespace ltoscope::audit

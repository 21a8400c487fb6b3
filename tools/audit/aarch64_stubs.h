// Code that a linker puts between functions and that only jumps on: PLT entries (through a slot)
// and range thunks (to an address that is too far for one branch), on AArch64. Told by what their
// instructions do, since names, sizes and sections differ between linkers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "audit/callees.h"
#include "audit/code_map.h"

namespace ltoscope::audit {

struct Aarch64Stub {
  enum class Kind : uint8_t {
    through_slot,  // adrp, ldr, br: target is the slot
    to_address,    // adrp, add, br and the like: target is code
    plain_branch,  // b alone, which may as well be a function that ends in a tail call
  };
  Kind kind;
  uint64_t begin;
  uint64_t end;  // behind the last instruction
  uint64_t target;
  // No compiler writes this: it computes the slot's address for the dynamic linker and does not
  // use it, or jumps through x16 without having loaded it.
  bool certain;
};

// What begins at address, or nothing.
std::optional<Aarch64Stub> aarch64_stub_at(const CodeMap& code, uint64_t address);

struct Aarch64Stubs {
  CalleesByAddress plt_entries;
  CalleesByAddress thunks;
  // Shapes that may also be functions, in files that do not say where functions are.
  CalleesByAddress doubtful;
  std::map<uint64_t, uint64_t> extents;  // of all of them, from begin to end: no call sites
};

// Those that lead to one of the slots or functions, at once or through each other.
Aarch64Stubs find_aarch64_stubs(const CodeMap& code, const CalleesByAddress& slots,
                                const CalleesByAddress& functions);

// Whether a stub holds address.
bool is_in_stub(const Aarch64Stubs& stubs, uint64_t address);

}  // namespace ltoscope::audit

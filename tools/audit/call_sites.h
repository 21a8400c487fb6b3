// Every instruction that calls, or jumps away to, one of the counted callees: found by decoding,
// and resolved through PLT entries, slots, local definitions and registers. Never by text.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "audit/callees.h"
#include "audit/code_map.h"
#include "audit/never_returning.h"
#include "elf/image.h"

namespace ltoscope::audit {

enum class SiteKind { call, tail_jump };

enum class SiteForm {
  direct,            // to a PLT entry or a local definition
  through_slot,      // `call *slot(%rip)`
  through_register,  // the address was loaded, or computed, before
};

struct CallSite {
  uint64_t address;
  SiteKind kind;
  SiteForm form;
  CalleeSet callees;
};

// An instruction that takes a callee's address without calling it: for a table, an argument, a
// comparison.
struct AddressUse {
  uint64_t address;
  CalleeSet callees;
};

// Something that may be a call site, or hide one.
struct Unresolved {
  uint64_t address;
  CalleeSet callees;
  std::string reason;
};

// Each list sorted by address.
struct CallSites {
  std::vector<CallSite> sites;
  std::vector<AddressUse> addresses_in_code;
  std::vector<AddressUse> addresses_in_data;
  std::vector<Unresolved> unresolved;
  std::set<uint64_t> used_slots;  // that code calls through, or loads from by name
};

// Requires: image is of 64-bit x86-64. got_address: of the GOT, if the file says.
// Approximate: a call through a pointer kept in memory is no call site of any callee, whatever it
// points to; how often addresses are taken is counted apart.
CallSites find_call_sites(const elf::Image& image, const CodeMap& code, const CalleePlaces& callees,
                          const NeverReturning& never_returning,
                          std::optional<uint64_t> got_address);

}  // namespace ltoscope::audit

// Every instruction that calls, or jumps away to, one of the watched callees: found by decoding,
// and resolved through PLT entries, slots, local definitions and registers. Never by text.
#pragma once

#include <cstddef>
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

enum class SiteKind : uint8_t { call, tail_jump, conditional_tail_jump };

inline bool is_tail(SiteKind kind) { return kind != SiteKind::call; }

enum class SiteForm : uint8_t {
  direct,            // to a definition in this file
  plt,               // to a PLT entry
  range_thunk,       // to a few instructions that jump on to one of these two, since they are far
  relaxed,           // to a definition, and was a call or jump through the GOT before the link
  got,               // names the slot itself: `call *slot(%rip)`
  through_register,  // the address was loaded, or computed, before
};
inline constexpr std::size_t site_form_count = 6;

// "tail jump", "through a register"
const char* site_kind_name(SiteKind kind);
const char* site_form_name(SiteForm form);

struct CallSite {
  uint64_t address;
  // What the instruction reaches: a function, PLT entry or thunk by its address, or the slot of the
  // GOT; through a register: what that was loaded from, or 0 where several ways meet.
  uint64_t target;
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

// What to look for, and with what help.
struct SiteSearch {
  const CalleePlaces& callees;
  const NeverReturning& never_returning;
  std::optional<uint64_t> got_address;  // of the GOT, if the file says
  int threads = 1;
};

// Requires: image is of 64-bit x86-64.
// Approximate: a call through a pointer kept in memory is no call site of any callee, whatever it
// points to; how often addresses are taken is counted apart.
CallSites find_call_sites(const elf::Image& image, const CodeMap& code, const SiteSearch& search);

// Sorts the lists, and joins what was found twice: a cold part may have been followed both alone
// and from its function.
void put_in_order(CallSites& found);

}  // namespace ltoscope::audit

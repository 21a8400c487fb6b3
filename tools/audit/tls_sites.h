// Every place in the code that finds a thread-local variable: by which model, and which variable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "audit/call_sites.h"
#include "audit/code_map.h"
#include "audit/tls_variables.h"

namespace ltoscope::audit {

// From the dearest to the cheapest (Drepper, "ELF Handling For Thread-Local Storage").
enum class TlsModel : uint8_t {
  general_dynamic,  // a call for one variable
  local_dynamic,    // a call for all of this library's variables
  descriptor,       // a call through a descriptor
  initial_exec,     // an offset that the loader put into the GOT
  local_exec,       // an offset that the linker knew
};
inline constexpr std::size_t tls_model_count = 5;
// "general-dynamic"
const char* tls_model_name(TlsModel model);

struct TlsSite {
  uint64_t address;  // of the call, or of the instruction that loads or names the offset
  TlsModel model;
  uint64_t slot;               // its address in the GOT; 0: not known, or there is none
  std::vector<int> variables;  // in TlsSites::variables, each once; none: not known which
  // Both the variable at the block's begin and the whole block are found in this way, and nothing
  // behind it tells which is meant.
  bool is_ambiguous = false;
};

// Something that may be, or hide, sites of a model.
struct TlsDoubt {
  uint64_t address;
  TlsModel model;
  std::string reason;
};

struct TlsSites {
  std::vector<std::string> variables;
  // Both sorted by address.
  std::vector<TlsSite> sites;
  std::vector<TlsDoubt> doubts;
};

// Of 64-bit x86-64. calls: sites of __tls_get_addr (callees meet lookup) and of descriptors;
// fixed_offsets: whether the linker may know offsets from the thread pointer, as in an executable.
TlsSites find_tls_sites(const CodeMap& code, const TlsVariables& variables,
                        const std::vector<CallSite>& calls, CalleeSet lookup, bool fixed_offsets,
                        int threads);

}  // namespace ltoscope::audit

// Gathers sites that find thread-locals, the same for every machine: what a slot that code names
// stands for, and which variables the uses behind a call reach.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>

#include "audit/tls_sites.h"

namespace ltoscope::audit {

// Distances from what a call has found at which variables are used; looked for only when they
// matter.
using UsesBehind = std::function<std::set<int64_t>()>;

// What the code of a call says of what it looks up, where the slot alone does not tell.
enum class LookupForm : uint8_t {
  one_variable,
  block,
  either,  // both are written in the same way
};

class TlsSiteList {
 public:
  // The variables must outlive it.
  explicit TlsSiteList(const TlsVariables& variables) : variables_(variables) {}

  // A call of the function that looks up what slot, an address, stands for; 0: not known.
  void add_lookup(uint64_t call, uint64_t slot, LookupForm form, const UsesBehind& uses);
  void add_descriptor_call(uint64_t call, uint64_t slot, const UsesBehind& uses);
  // An instruction that loads the distance from the thread pointer out of the slot.
  // Requires: the slot is known.
  void add_static_offset(uint64_t address, uint64_t slot);
  // An instruction that names offsets in the block, each less than its size; none adds nothing.
  void add_known_offsets(uint64_t address, const std::set<uint64_t>& offsets);
  // Something that may be, or hide, sites of the model.
  void add_doubt(uint64_t address, TlsModel model, std::string reason);

  TlsSites result() &&;

 private:
  void add_uses(const UsesBehind& uses, TlsSite& site);
  void keep_if_first(TlsSite& site);
  void add_variable(uint64_t offset, TlsSite& site);
  int number_of(const std::string& variable);

  const TlsVariables& variables_;
  std::unordered_map<std::string, int> numbers_;
  TlsSites found_;
};

}  // namespace ltoscope::audit

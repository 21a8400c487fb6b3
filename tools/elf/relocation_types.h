// What relocation numbers mean: their names in the processor's ABI, and the role of those that a
// loader meets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elf/machine.h"

namespace ltoscope::elf {

enum class RelocationRole {
  other,
  plt_slot,              // a function pointer that the PLT jumps through
  got_slot,              // a pointer to a symbol
  symbol_address,        // a word of data that becomes the address of a symbol
  relative,              // load address + addend
  relative_by_resolver,  // what the function at load address + addend returns
  tls_module,            // thread-locals found by a call: which library
  tls_offset,            // thread-locals found by a call: where in its block
  tls_static_offset,     // thread-locals at a fixed distance from the thread pointer
  tls_descriptor,        // thread-locals found through a descriptor's own function
};

// "R_X86_64_JUMP_SLOT". Complete for x86-64; what dynamic tables hold for i386, AArch64 and RISC-V;
// else "type 7 of s390".
std::string relocation_name(Machine machine, uint32_t type);

RelocationRole relocation_role(Machine machine, uint32_t type);

// The same for one machine, for those who ask of every relocation.
class RelocationRoles {
 public:
  explicit RelocationRoles(Machine machine);
  RelocationRole of(uint32_t type) const {
    return type < roles_.size() ? roles_[type] : RelocationRole::other;
  }

 private:
  std::vector<RelocationRole> roles_;  // by type
};

// The type that a bitmap of relative relocations stands for; 0 for a machine that has no name here.
uint32_t relative_type(Machine machine);

// The names of the four TLS roles of a machine, module to descriptor; empty for one that has no
// names here.
std::vector<std::string> tls_relocation_names(Machine machine);

}  // namespace ltoscope::elf

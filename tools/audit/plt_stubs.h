// PLT entries, told by what their instructions do: jump through a slot and nothing else. Neither
// section names nor entry sizes are trusted, since linkers differ in both.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "audit/callees.h"
#include "audit/code_map.h"
#include "audit/displacement_scan.h"
#include "audit/x86_instruction.h"

namespace ltoscope::audit {

struct PltStubs {
  CalleesByAddress entries;  // every address at which a caller may enter one
  std::unordered_set<uint64_t>
      members;  // positions of displacements that belong to one: no call sites
  // Stubs in files without any function boundaries, where a function that only jumps looks the
  // same.
  CalleesByAddress doubtful;
};

// Adds those that references to slots belong to; other references are passed over.
void find_plt_stubs(const CodeMap& code, const CalleesByAddress& slots,
                    const std::vector<Candidate>& references, PltStubs& stubs);

// Whether the displacement at this offset may be that of a PLT entry or of a jump alone: quick, and
// right in one direction.
bool may_be_of_stub(std::span<const std::byte> bytes, std::size_t offset);

// The register that the code at address jumps to by way of a return instruction, so that the
// processor does not predict the target ("retpoline"): called or jumped to, it stands for an
// indirect call or jump.
std::optional<Register> retpoline_register(const CodeMap& code, uint64_t address);

}  // namespace ltoscope::audit

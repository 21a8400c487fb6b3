// Call sites in 64-bit AArch64 code. Every instruction has four bytes, so that no boundary needs a
// proof; what needs one is which address a register holds, since no instruction can name a slot.
#pragma once

#include <vector>

#include "audit/call_sites.h"
#include "audit/code_map.h"
#include "elf/image.h"
#include "elf/symbols.h"

namespace ltoscope::audit {

// Of a file whose addresses have 64 bits, in either byte order. symbol_table: nullptr when the file
// was stripped; its mapping symbols ("$d") tell data between functions from code.
// Approximate: without them, data whose words happen to be branches to a callee count as such.
CallSites find_aarch64_call_sites(const elf::Image& image, const CodeMap& code,
                                  const SiteSearch& search,
                                  const std::vector<elf::Symbol>* symbol_table);

}  // namespace ltoscope::audit

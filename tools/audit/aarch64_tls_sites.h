// Places in 64-bit AArch64 code that find thread-locals. No instruction names a slot or a distance
// as a whole; which it is, following registers tells, so that it does not matter how a linker has
// rewritten a sequence.
#pragma once

#include "audit/call_sites.h"
#include "audit/code_map.h"
#include "audit/never_returning.h"
#include "audit/tls_sites.h"

namespace ltoscope::audit {

// See find_tls_sites. calls: as find_aarch64_call_sites gives them for what is searched for.
// Of several instructions that make up a distance from the thread pointer, the one that adds the
// last part is the site.
// Approximate: code that calls, and shows nowhere what it does with the result, is ambiguous where
// a variable lies at the block's begin: this machine has one form for variables and blocks.
TlsSites find_aarch64_tls_sites(const CodeMap& code, const TlsVariables& variables,
                                const std::vector<CallSite>& calls, CalleeSet lookup,
                                bool fixed_offsets, const SiteSearch& search);

}  // namespace ltoscope::audit

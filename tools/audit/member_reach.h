// Which members of archives a linker takes: those that define what is wanted, then what those refer
// to, and so on.
#pragma once

#include "audit/archive_audit.h"
#include "audit/linker_inputs.h"

namespace ltoscope::audit {

// Fills in has_roots, members_reached and members_left_out, and what is unknown of them. The first
// definition in the order of the inputs is the one that is taken, as lld does; linkers that pass
// over archives once may take fewer.
void find_left_out(const LinkerInputs& inputs, const ObjectAuditOptions& options,
                   ObjectAudit& audit);

}  // namespace ltoscope::audit

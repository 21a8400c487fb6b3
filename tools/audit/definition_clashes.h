// Definitions of one name in several members: those that cannot be linked together, those of which
// a linker silently keeps one although they differ, and commons.
#pragma once

#include "audit/archive_audit.h"
#include "audit/linker_inputs.h"

namespace ltoscope::audit {

// Fills in strong_duplicates, weak_differences, weak_compared and commons, and what is unknown of
// them.
void find_clashes(const LinkerInputs& inputs, ObjectAudit& audit);

}  // namespace ltoscope::audit

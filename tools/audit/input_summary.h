// One file given to a linker, by itself: what its members are, whether its index tells the truth,
// and names that it holds more than once.
#pragma once

#include "audit/archive_audit.h"
#include "audit/linker_inputs.h"

namespace ltoscope::audit {

// One for each input, in their order; and what is unknown of them.
void summarize_inputs(const LinkerInputs& inputs, ObjectAudit& audit);

}  // namespace ltoscope::audit

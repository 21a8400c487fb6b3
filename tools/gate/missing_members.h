// Where the entry points are that a library lacks: which member of the link's archives defines
// each, and why it did not come into the library.
#pragma once

#include <vector>

#include "audit/figures.h"
#include "audit/linker_inputs.h"
#include "gate/rule_outcome.h"

namespace ltoscope::gate {

// Adds to the offenders of broken rules that want exports: to each native method or name the member
// that defines it; and each symbol that a glob or a class of exports matches in the archives, and
// that the library does not export. Requires: outcomes are those of the library with these figures.
void name_defining_members(const audit::LinkerInputs& archives, const audit::FileFigures& figures,
                           std::vector<RuleOutcome>& outcomes);

}  // namespace ltoscope::gate

// Turns a study into two decisions, with the numbers that decided. Pure.
//
// A preset may be chosen when it exports what the baseline exports, answers every query as the
// baseline does, and is within the limits. What was not measured is never assumed: a preset that
// lacks a figure which a decision needs is left out of it and named; without the baseline's own
// figures, or with nothing left to compare, the decision is "undecided".
//
// Daily work: the lowest median CPU time (user + system) of a rebuild after an edit.
//
// Release: of the presets whose total runtime is lower than the baseline's and "differs" from it
// (runtime/comparison.h), the lowest median total; between ties, the cheapest clean build. A query
// that is slower and differs does not veto a total that wins, but is told. When no total is shown
// to be lower: of those not shown to be higher, the cheapest clean build (CPU time).
//
// Ties: presets whose range overlaps the range of the lowest tie with it, and of those the first in
// the study's order wins, so a tie goes to the baseline. Should the baseline be outside the limits,
// the first preset within them takes its place.
#pragma once

#include <string>
#include <vector>

#include "command/failure.h"
#include "decide/limits.h"
#include "decide/study_file.h"

namespace ltoscope::decide {

struct Decision {
  std::string preset;  // empty: undecided
  std::vector<std::string> reasons;
};

struct Choice {
  Decision daily;
  Decision release;
  std::vector<std::string> broken;   // exports or answers that differ from the baseline's
  std::vector<std::string> outside;  // presets outside the limits
  std::vector<std::string> missing;  // presets left out for want of a figure
};

Choice choose(const Study& study, const Limits& limits);

// broken_rule when something is broken, else incomplete when something is missing or undecided,
// else fine.
ExitCode exit_code_of(const Choice& choice);

}  // namespace ltoscope::decide

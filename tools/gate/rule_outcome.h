// One rule against the figures of one file: passed, broken, or not decidable because a figure is
// unknown. A rule that could not look never passes. Pure: no file is read here.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "audit/figures.h"
#include "gate/policy.h"

namespace ltoscope::gate {

enum class RuleStatus { passed, broken, undecidable };

// What breaks a rule: a symbol, a folder, a function.
struct Offender {
  std::string name;
  std::string detail;  // "3 sites"; may be empty
  bool function = false;
};

struct RuleOutcome {
  const Rule* rule = nullptr;
  RuleStatus status = RuleStatus::passed;
  std::string metric;  // the figure, or the kind of the rule
  std::string base;    // "-" without a base
  std::string found;
  std::string limit;
  std::string message;              // one sentence; why, when broken or undecidable
  std::vector<Offender> offenders;  // all of them
};

// Figures to compare with: of another library, or of a baseline file.
struct BaseFigures {
  std::string name;
  std::function<audit::FigureValue(const std::string&)> figure;
};

// Whether the rule is about this file at all: its machine, its name.
bool applies_to(const Rule& rule, const audit::FileFigures& figures);

// base: nullptr when there is none. Requires: applies_to.
RuleOutcome outcome_of(const Rule& rule, const audit::FileFigures& figures, const BaseFigures* base,
                       std::chrono::year_month_day today);

// "passed", "broken", "undecidable"; "warning" for a broken rule that only warns.
std::string status_word(const RuleOutcome& outcome);

}  // namespace ltoscope::gate

// All rules of some policies against some files.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "command/failure.h"
#include "gate/baseline_file.h"
#include "gate/policy.h"
#include "gate/rule_outcome.h"

namespace ltoscope::gate {

struct CheckedFile {
  std::string file;
  std::string machine;
  std::vector<RuleOutcome> outcomes;  // of the rules that are about the file, in their order
  // Figures that a rule compares and that are better than the baseline says: it could be tighter.
  std::vector<std::string> slack;
};

struct CheckResult {
  std::vector<CheckedFile> files;
  int64_t passed = 0;
  int64_t broken = 0;  // warnings apart
  int64_t warnings = 0;
  int64_t undecidable = 0;  // those of warnings apart; a file that no rule is about counts as one
};

struct CheckInputs {
  std::vector<std::string> files;
  std::optional<Baseline> baseline;
  std::string baseline_name;
  std::vector<std::string> archives;        // and objects, which the libraries were linked from
  std::vector<std::string> base_libraries;  // older builds: by file name, or one for the one file
};

// Policies must outlive the result. Throws Failure(bad_input) for a file that cannot be read.
CheckResult check_files(const std::vector<Policy>& policies, const CheckInputs& inputs,
                        std::chrono::year_month_day today);

// Broken before undecidable.
ExitCode exit_code_of(const CheckResult& result);

// "3 rules broken, 12 passed, 1 undecidable, 2 warnings in 2 files".
std::string summary_of(const CheckResult& result);

}  // namespace ltoscope::gate

// The result of a check as SARIF 2.1.0, in the form that GitHub's code scanning accepts: text in
// every message, relative addresses of files, fingerprints of our own, few enough results.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gate/check.h"

namespace ltoscope::gate {

// One result for each rule that did not pass, and file; for a rule broken by functions one for each
// of the first of them. Where it points: the rule in its policy, or the library when the policy is
// built in.
nlohmann::ordered_json check_as_sarif(const CheckResult& result);

// A run that could not be: an empty file would pass.
nlohmann::ordered_json failed_run_as_sarif(const std::string& message, ExitCode code);

}  // namespace ltoscope::gate

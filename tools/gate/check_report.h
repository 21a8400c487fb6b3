// The result of a check in every format but SARIF. Pure: same result, same bytes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gate/check.h"

namespace ltoscope::gate {

// Rows of the rules, then what breaks each, the first few by name. For a terminal or as Markdown.
std::string check_as_text(const CheckResult& result);
std::string check_as_markdown(const CheckResult& result);
std::string check_as_csv(const CheckResult& result);   // a row for each file and rule
std::string check_as_html(const CheckResult& result);  // one page that needs nothing else
nlohmann::ordered_json check_as_json(const CheckResult& result);

}  // namespace ltoscope::gate

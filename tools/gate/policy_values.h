// Values in a policy file, each with its place, so that a wrong one is reported with file, line,
// found and expected.
#pragma once

#include <toml++/toml.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ltoscope::gate {

struct PolicyPlace {
  const std::string& file;
  std::string key;  // "rule.max"
  const toml::node& node;

  int64_t line() const { return node.source().begin.line; }
  [[noreturn]] void reject(const std::string& found, const std::string& expected) const;
};

// "a string", "an array", ...
std::string policy_type_of(const toml::node& node);

std::string policy_text(const PolicyPlace& place);
int64_t policy_integer(const PolicyPlace& place);
std::chrono::year_month_day policy_date(const PolicyPlace& place);
// One string, or an array of at least one.
std::vector<std::string> policy_texts(const PolicyPlace& place);
// Only `true` makes sense: a rule that is off is left out.
void require_true(const PolicyPlace& place);

}  // namespace ltoscope::gate

// What a library must be like: a list of rules, read from a TOML file or built in. Format and
// meaning of every key are in docs/check.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/figures.h"
#include "audit/properties.h"
#include "gate/jni_names.h"

namespace ltoscope::gate {

enum class Severity { error, warning };  // a warning never changes the exit code

enum class RuleKind {
  figure,            // metric or property: limits on one figure
  deny_exports,      // no export may match
  allow_exports,     // every export must match
  required_exports,  // so many exports must match each
  required_jni,      // native methods must be there
  loadable_late,     // no need of the static TLS block, which is small once a process runs
  max_glibc,
  allocator_closed,  // operators new and delete cannot meet another allocator's blocks
  no_rpath,
  relro,
  nx,
  no_text_relocations,
  page_alignment,
};

// A change against the base: so many, or so many percent of the base.
struct AllowedChange {
  double amount = 0;
  bool percent = false;
};

struct RequiredName {
  std::string glob;
  int64_t least = 1;
};

struct Rule {
  std::string id;
  std::string reason;
  std::string policy;  // file, or name of the built-in one
  bool built_in = false;
  int64_t line = 0;  // in the policy, where the rule begins
  Severity severity = Severity::error;
  std::vector<std::string> machines;  // "x86-64"; empty: all
  std::string files;                  // glob of file names without folder; empty: all
  std::optional<std::chrono::year_month_day> expires;  // the first day on which it is broken

  RuleKind kind = RuleKind::figure;
  // For figure:
  std::string metric;
  std::optional<int64_t> max, min;
  std::optional<audit::FigureValue> equals;
  std::optional<std::string> match;  // glob for a text
  std::optional<AllowedChange> max_increase, max_decrease;
  // For the others, each for the kind it is named after:
  std::vector<std::string> globs;  // of denied or allowed exports; "class:std" for a class
  std::vector<RequiredName> required;
  std::vector<WantedMethod> methods;
  std::vector<int64_t> glibc;
  audit::RelroKind least_relro = audit::RelroKind::full;
  int64_t page_bytes = 0;
  bool origin_allowed = false;    // search paths below the library's own folder
  int64_t static_tls_budget = 0;  // bytes, for the message
};

struct Policy {
  std::string name;
  std::vector<Rule> rules;  // at least one
};

// Throws Failure(bad_input) that names file, line, found and expected. folder: where class files
// are looked for that a rule names.
Policy parse_policy(const std::string& text, const std::string& name,
                    const std::filesystem::path& folder);

// The built-in policy of that name, else the file.
Policy read_policy(const std::string& name_or_path);

// The methods that entry asks for: a class file (ends in .class), or one signature. Throws
// Failure(bad_input) with where before the message.
std::vector<WantedMethod> wanted_methods(const std::string& entry,
                                         const std::filesystem::path& folder,
                                         const std::string& where);

}  // namespace ltoscope::gate

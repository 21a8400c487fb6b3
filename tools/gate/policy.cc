// Reads rules: each has one subject key, which decides what else it may hold.
#include "gate/policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "audit/export_classes.h"
#include "audit/version_floor.h"
#include "command/failure.h"
#include "elf/machine.h"
#include "elf/mapped_file.h"
#include "gate/builtin_policies.h"
#include "gate/policy_values.h"

namespace ltoscope::gate {
namespace {

constexpr int64_t policy_format_version = 1;
// Near what glibc keeps free in the static TLS block for libraries that come late.
constexpr int64_t usual_static_tls_budget = 1664;
constexpr int64_t smallest_page = 4096;
constexpr std::string_view class_glob_prefix = "class:";
constexpr std::string_view property_prefix = "properties.";

// What reading a rule needs beside the place of a value.
struct RuleReading {
  Rule& rule;
  const std::filesystem::path& folder;
};

struct RuleKey {
  std::string_view name;
  void (*take)(const PolicyPlace&, RuleReading&);
};

void take_severity(const PolicyPlace& place, RuleReading& reading) {
  std::string text = policy_text(place);
  if (text != "error" && text != "warning") {
    place.reject(fmt::format("\"{}\"", text), "\"error\" or \"warning\"");
  }
  reading.rule.severity = text == "error" ? Severity::error : Severity::warning;
}

// "amd64" and "x86_64" are what people write for x86-64.
std::string canonical_machine(std::string name) {
  for (char& c : name) c = c == '_' ? '-' : static_cast<char>(std::tolower(c));
  if (name == "amd64") return "x86-64";
  if (name == "arm64") return "aarch64";
  return name;
}

void take_machines(const PolicyPlace& place, RuleReading& reading) {
  using elf::Machine;
  std::vector<std::string> known;
  for (Machine machine :
       {Machine::x86_64, Machine::aarch64, Machine::i386, Machine::arm, Machine::riscv,
        Machine::loongarch, Machine::ppc64, Machine::s390, Machine::mips}) {
    known.push_back(elf::machine_name(machine));
  }
  for (const std::string& name : policy_texts(place)) {
    auto found = std::find_if(known.begin(), known.end(), [&](const std::string& machine) {
      return canonical_machine(machine) == canonical_machine(name);
    });
    if (found == known.end()) {
      place.reject(fmt::format("\"{}\"", name), fmt::format("one of {}", fmt::join(known, ", ")));
    }
    reading.rule.machines.push_back(*found);
  }
}

void take_metric(const PolicyPlace& place, RuleReading& reading, const std::string& metric) {
  if (std::optional<std::string> expected = audit::why_no_figure(metric)) {
    place.reject(fmt::format("\"{}\"", metric), *expected);
  }
  reading.rule.metric = metric;
}

void take_equals(const PolicyPlace& place, RuleReading& reading) {
  if (const toml::value<bool>* value = place.node.as_boolean()) {
    reading.rule.equals = audit::text_figure(value->get() ? "yes" : "no");
  } else if (place.node.is_integer()) {
    reading.rule.equals = audit::number_figure(policy_integer(place));
  } else {
    reading.rule.equals = audit::text_figure(policy_text(place));
  }
}

AllowedChange change_in(const PolicyPlace& place) {
  if (place.node.is_integer()) return {static_cast<double>(policy_integer(place)), false};
  std::string text = policy_text(place);
  std::string number = text.substr(0, text.find_last_not_of(" %") + 1);
  char* end = nullptr;
  double amount = std::strtod(number.c_str(), &end);
  bool complete = end == number.c_str() + number.size() && !number.empty();
  if (!text.ends_with('%') || !complete || !(amount >= 0 && amount < 1e9)) {
    place.reject(fmt::format("\"{}\"", text), "an integer, or a string such as \"2 %\"");
  }
  return {amount, true};
}

void take_globs(const PolicyPlace& place, RuleReading& reading) {
  std::vector<std::string_view> classes = audit::export_class_names();
  for (const std::string& glob : policy_texts(place)) {
    if (glob.starts_with(class_glob_prefix)) {
      std::string name = glob.substr(class_glob_prefix.size());
      if (std::find(classes.begin(), classes.end(), name) == classes.end() && name != "unique") {
        place.reject(fmt::format("\"{}\"", glob),
                     fmt::format("class: and one of {}, unique", fmt::join(classes, ", ")));
      }
    }
    reading.rule.globs.push_back(glob);
  }
}

RequiredName required_name_in(const PolicyPlace& place) {
  const toml::table* table = place.node.as_table();
  if (table == nullptr) return {policy_text(place), 1};
  RequiredName required;
  for (auto&& [key, node] : *table) {
    PolicyPlace value{place.file, fmt::format("{}.{}", place.key, key.str()), node};
    if (key.str() == "glob") {
      required.glob = policy_text(value);
    } else if (key.str() == "min") {
      required.least = policy_integer(value);
    } else {
      value.reject("an unknown key", "glob or min");
    }
  }
  if (required.glob.empty()) place.reject("no glob", "glob = \"Java_*\"");
  if (required.least == 0) place.reject("a minimum of 0", "at least 1");
  return required;
}

void take_required(const PolicyPlace& place, RuleReading& reading) {
  const toml::array* array = place.node.as_array();
  if (array == nullptr) {
    reading.rule.required.push_back(required_name_in(place));
    return;
  }
  if (array->empty()) place.reject("an empty array", "at least one name");
  for (const toml::node& element : *array) {
    reading.rule.required.push_back(required_name_in({place.file, place.key, element}));
  }
}

void take_jni(const PolicyPlace& place, RuleReading& reading) {
  std::string where = fmt::format("{}:{}: {}", place.file, place.line(), place.key);
  for (const std::string& entry : policy_texts(place)) {
    std::vector<WantedMethod> methods = wanted_methods(entry, reading.folder, where);
    reading.rule.methods.insert(reading.rule.methods.end(), methods.begin(), methods.end());
  }
}

void take_glibc(const PolicyPlace& place, RuleReading& reading) {
  std::string text = policy_text(place);
  std::optional<std::vector<int64_t>> numbers = audit::version_numbers(text);
  if (!numbers) place.reject(fmt::format("\"{}\"", text), "a version such as \"2.28\"");
  reading.rule.glibc = *numbers;
}

void take_rpath(const PolicyPlace& place, RuleReading& reading) {
  constexpr std::string_view except_origin = "except-origin";
  if (place.node.is_string() && policy_text(place) == except_origin) {
    reading.rule.origin_allowed = true;
  } else if (place.node.is_string()) {
    place.reject("another string", "true or \"except-origin\"");
  } else {
    require_true(place);
  }
}

void take_relro(const PolicyPlace& place, RuleReading& reading) {
  std::string text = policy_text(place);
  if (text != "partial" && text != "full") {
    place.reject(fmt::format("\"{}\"", text), "\"partial\" or \"full\"");
  }
  reading.rule.least_relro = text == "full" ? audit::RelroKind::full : audit::RelroKind::partial;
}

void take_page(const PolicyPlace& place, RuleReading& reading) {
  int64_t bytes = policy_integer(place);
  if (bytes < smallest_page || (bytes & (bytes - 1)) != 0) {
    place.reject(std::to_string(bytes), "a page size in bytes: 4096, 16384 or 65536");
  }
  reading.rule.page_bytes = bytes;
}

void take_true(const PolicyPlace& place, RuleReading&) { require_true(place); }

// Any rule may hold these.
constexpr std::array common_keys = {
    RuleKey{"id", [](const PolicyPlace& place,
                     RuleReading& reading) { reading.rule.id = policy_text(place); }},
    RuleKey{"reason", [](const PolicyPlace& place,
                         RuleReading& reading) { reading.rule.reason = policy_text(place); }},
    RuleKey{"severity", take_severity},
    RuleKey{"arch", take_machines},
    RuleKey{"files", [](const PolicyPlace& place,
                        RuleReading& reading) { reading.rule.files = policy_text(place); }},
    RuleKey{"expires", [](const PolicyPlace& place,
                          RuleReading& reading) { reading.rule.expires = policy_date(place); }},
};

constexpr std::array figure_keys = {
    RuleKey{"max", [](const PolicyPlace& place,
                      RuleReading& reading) { reading.rule.max = policy_integer(place); }},
    RuleKey{"min", [](const PolicyPlace& place,
                      RuleReading& reading) { reading.rule.min = policy_integer(place); }},
    RuleKey{"equals", take_equals},
    RuleKey{"match", [](const PolicyPlace& place,
                        RuleReading& reading) { reading.rule.match = policy_text(place); }},
    RuleKey{"max_increase",
            [](const PolicyPlace& place, RuleReading& reading) {
              reading.rule.max_increase = change_in(place);
            }},
    RuleKey{"max_decrease",
            [](const PolicyPlace& place, RuleReading& reading) {
              reading.rule.max_decrease = change_in(place);
            }},
};

constexpr std::array late_keys = {
    RuleKey{"static_tls_budget",
            [](const PolicyPlace& place, RuleReading& reading) {
              reading.rule.static_tls_budget = policy_integer(place);
            }},
};

// A subject key, the kind of rule that it makes, and what it brings with it.
struct Subject {
  RuleKey key;
  RuleKind kind;
  std::span<const RuleKey> more_keys = {};
};

constexpr std::array subjects = {
    Subject{
        {"metric", [](const PolicyPlace& place,
                      RuleReading& reading) { take_metric(place, reading, policy_text(place)); }},
        RuleKind::figure,
        figure_keys},
    Subject{{"property",
             [](const PolicyPlace& place, RuleReading& reading) {
               take_metric(place, reading,
                           fmt::format("{}{}", property_prefix, policy_text(place)));
             }},
            RuleKind::figure,
            figure_keys},
    Subject{{"deny_exports", take_globs}, RuleKind::deny_exports},
    Subject{{"allow_exports", take_globs}, RuleKind::allow_exports},
    Subject{{"required_exports", take_required}, RuleKind::required_exports},
    Subject{{"required_jni", take_jni}, RuleKind::required_jni},
    Subject{{"loadable_late", take_true}, RuleKind::loadable_late, late_keys},
    Subject{{"max_glibc", take_glibc}, RuleKind::max_glibc},
    Subject{{"allocator_closed", take_true}, RuleKind::allocator_closed},
    Subject{{"no_rpath", take_rpath}, RuleKind::no_rpath},
    Subject{{"relro", take_relro}, RuleKind::relro},
    Subject{{"nx", take_true}, RuleKind::nx},
    Subject{{"no_text_relocations", take_true}, RuleKind::no_text_relocations},
    Subject{{"page_alignment", take_page}, RuleKind::page_alignment},
};

const RuleKey* key_named(std::span<const RuleKey> keys, std::string_view name) {
  auto found =
      std::find_if(keys.begin(), keys.end(), [&](const RuleKey& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

std::vector<std::string_view> names_of(std::span<const RuleKey> keys) {
  std::vector<std::string_view> names;
  for (const RuleKey& key : keys) names.push_back(key.name);
  return names;
}

std::vector<std::string_view> subject_names() {
  std::vector<std::string_view> names;
  for (const Subject& subject : subjects) names.push_back(subject.key.name);
  return names;
}

// The one subject of the rule.
const Subject& subject_of(const PolicyPlace& place, const toml::table& table) {
  const Subject* found = nullptr;
  for (const Subject& subject : subjects) {
    if (!table.contains(subject.key.name)) continue;
    if (found != nullptr) {
      place.reject(fmt::format("both {} and {}", found->key.name, subject.key.name),
                   "one of them in each rule");
    }
    found = &subject;
  }
  if (found == nullptr) {
    place.reject("nothing that it is about",
                 fmt::format("one of {}", fmt::join(subject_names(), ", ")));
  }
  return *found;
}

void require_sense(const PolicyPlace& place, const Rule& rule) {
  if (rule.id.empty()) place.reject("no id", "id = \"...\", a name for the rule");
  if (rule.reason.empty()) place.reject("no reason", "reason = \"...\", why the rule is there");
  if (rule.kind != RuleKind::figure) return;
  bool limited =
      rule.max || rule.min || rule.equals || rule.match || rule.max_increase || rule.max_decrease;
  if (!limited) {
    place.reject("no limit", fmt::format("one of {}", fmt::join(names_of(figure_keys), ", ")));
  }
  if (rule.max && rule.min && *rule.max < *rule.min) {
    place.reject(fmt::format("max {} below min {}", *rule.max, *rule.min), "max of at least min");
  }
}

Rule read_rule(const PolicyPlace& place, const std::filesystem::path& folder) {
  const toml::table* table = place.node.as_table();
  if (table == nullptr) place.reject(policy_type_of(place.node), "a table");
  Rule rule;
  rule.policy = place.file;
  rule.line = place.line();
  rule.static_tls_budget = usual_static_tls_budget;
  RuleReading reading{rule, folder};
  const Subject& subject = subject_of(place, *table);
  rule.kind = subject.kind;
  for (auto&& [name, node] : *table) {
    const RuleKey* key = key_named(common_keys, name.str());
    if (key == nullptr) key = key_named(subject.more_keys, name.str());
    if (key == nullptr && name.str() == subject.key.name) key = &subject.key;
    if (key == nullptr) {
      // The place of the key, not of its value, which may start lines below.
      std::vector<std::string_view> known = names_of(common_keys);
      known.push_back(subject.key.name);
      for (const RuleKey& more : subject.more_keys) known.push_back(more.name);
      throw Failure(
          ExitCode::bad_input,
          fmt::format("{}:{}: found the unknown key rule.{}, expected one of {}", place.file,
                      name.source().begin.line, name.str(), fmt::join(known, ", ")));
    }
    key->take({place.file, fmt::format("rule.{}", name.str()), node}, reading);
  }
  require_sense(place, rule);
  return rule;
}

void require_version(const std::string& file, const toml::table& table) {
  const toml::node* version = table.get("version");
  if (version == nullptr) {
    throw Failure(ExitCode::bad_input, fmt::format("{}:1: found no version, expected version = {}",
                                                   file, policy_format_version));
  }
  PolicyPlace place{file, "version", *version};
  if (policy_integer(place) != policy_format_version) {
    place.reject(std::to_string(policy_integer(place)), std::to_string(policy_format_version));
  }
}

std::vector<Rule> read_rules(const PolicyPlace& place, const std::filesystem::path& folder) {
  const toml::array* array = place.node.as_array();
  if (array == nullptr) place.reject(policy_type_of(place.node), "[[rule]], with two brackets");
  std::vector<Rule> rules;
  std::set<std::string> ids;
  for (const toml::node& element : *array) {
    PolicyPlace inner{place.file, "rule", element};
    rules.push_back(read_rule(inner, folder));
    if (!ids.insert(rules.back().id).second) {
      inner.reject(fmt::format("the id \"{}\" twice", rules.back().id), "each once");
    }
  }
  return rules;
}

}  // namespace

std::vector<WantedMethod> wanted_methods(const std::string& entry,
                                         const std::filesystem::path& folder,
                                         const std::string& where) {
  if (entry.ends_with(".class")) {
    std::vector<NativeMethod> methods = native_methods_of_class(folder / entry);
    if (methods.empty()) {
      throw Failure(
          ExitCode::bad_input,
          fmt::format("{}: found no native method in {}, expected at least one", where, entry));
    }
    return wanted_of(methods);
  }
  std::string expected;
  std::optional<NativeMethod> method = parse_java_signature(entry, expected);
  if (!method) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: found \"{}\", expected a class file (.class) or {}", where,
                              entry, expected));
  }
  return wanted_of({*method});
}

Policy parse_policy(const std::string& text, const std::string& name,
                    const std::filesystem::path& folder) {
  Policy policy{name, {}};
  try {
    toml::table table = toml::parse(text, name);
    require_version(name, table);
    for (auto&& [key, node] : table) {
      if (key.str() == "version") continue;
      if (key.str() != "rule") {
        throw Failure(ExitCode::bad_input,
                      fmt::format("{}:{}: found the unknown key {}, expected one of version, rule",
                                  name, key.source().begin.line, key.str()));
      }
      policy.rules = read_rules({name, "rule", node}, folder);
    }
  } catch (const toml::parse_error& error) {
    throw Failure(ExitCode::bad_input, fmt::format("{}:{}: {}", name, error.source().begin.line,
                                                   std::string(error.description())));
  }
  if (policy.rules.empty()) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}:1: found no rule, expected at least one [[rule]]", name));
  }
  return policy;
}

Policy read_policy(const std::string& name_or_path) {
  for (const BuiltinPolicy& builtin : builtin_policies()) {
    if (builtin.name != name_or_path) continue;
    Policy policy = parse_policy(std::string(builtin.text), std::string(builtin.name), {});
    for (Rule& rule : policy.rules) rule.built_in = true;
    return policy;
  }
  std::error_code unreadable;
  if (!std::filesystem::exists(name_or_path, unreadable)) {
    std::vector<std::string_view> names;
    for (const BuiltinPolicy& builtin : builtin_policies()) names.push_back(builtin.name);
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: no such file, expected a policy in TOML or one of {}",
                              name_or_path, fmt::join(names, ", ")));
  }
  elf::MappedFile file(name_or_path);
  std::string text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  return parse_policy(text, name_or_path, std::filesystem::path(name_or_path).parent_path());
}

}  // namespace ltoscope::gate

// Builds the document's one run.
#include "gate/check_sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "command/version.h"

namespace ltoscope::gate {
namespace {

using Json = nlohmann::ordered_json;

// GitHub takes 25,000 results of a run and shows the first 5,000; and 10 MB, compressed.
constexpr std::size_t most_results = 5000;
constexpr std::size_t longest_name = 300;  // of a function, in bytes; C++ has some of many thousand
constexpr std::size_t most_functions_of_rule = 25;
constexpr std::size_t named_in_message = 10;

// Relative to the working folder, which in CI is the repository's root. A file outside is named
// without its folder, since an absolute address belongs to one machine.
std::string address_of(const std::string& file) {
  std::filesystem::path path(file);
  if (path.is_absolute()) {
    std::error_code ignored;
    path = path.lexically_relative(std::filesystem::current_path(ignored));
  }
  path = path.lexically_normal();
  if (path.empty() || *path.begin() == "..") path = std::filesystem::path(file).filename();
  std::string escaped;
  for (char c : path.string()) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '.' ||
                 c == '-' || c == '_' || c == '~';
    escaped += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return escaped;
}

std::string clipped(const std::string& name) {
  return name.size() <= longest_name ? name : name.substr(0, longest_name) + "...";
}

// "gate.few-sites": two policies may use one id.
std::string sarif_id_of(const Rule& rule) {
  std::string policy = std::filesystem::path(rule.policy).stem().string();
  policy.erase(0, policy.find_first_not_of('-'));
  return policy + "." + rule.id;
}

std::string file_name_of(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

// FNV-1a; equal for the same rule and function in every build, wherever the code lies. file: its
// name, which stays when the build's folder does not.
std::string fingerprint_of(const std::string& file, const RuleOutcome& outcome,
                           const std::string& function) {
  uint64_t hash = 0xcbf29ce484222325;
  std::string id = sarif_id_of(*outcome.rule);
  for (std::string_view part :
       std::initializer_list<std::string_view>{id, file, outcome.metric, function}) {
    for (char c : std::string(part) + '\n') hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  }
  return fmt::format("{:016x}", hash);
}

Json location_of(const CheckedFile& checked, const RuleOutcome& outcome,
                 const std::string& function) {
  const Rule& rule = *outcome.rule;
  Json location = {
      {"physicalLocation",
       {{"artifactLocation",
         {{"uri", address_of(rule.built_in ? checked.file : rule.policy)},
          {"uriBaseId", "%SRCROOT%"}}},
        {"region", {{"startLine", rule.built_in ? 1 : std::max<int64_t>(rule.line, 1)}}}}}};
  if (!function.empty()) {
    location["logicalLocations"] = {{{"name", clipped(function)},
                                     {"fullyQualifiedName", clipped(function)},
                                     {"kind", "function"}}};
  }
  return location;
}

Json result_of(const CheckedFile& checked, const std::string& identity, const RuleOutcome& outcome,
               const std::string& function, const std::string& text, std::size_t rule_index) {
  bool warns = outcome.rule->severity == Severity::warning;
  return {
      {"ruleId", sarif_id_of(*outcome.rule)},
      {"ruleIndex", rule_index},
      {"level", warns ? "warning" : "error"},
      {"message", {{"text", text}}},
      {"locations", {location_of(checked, outcome, function)}},
      {"partialFingerprints", {{"ltoscopeRule/v1", fingerprint_of(identity, outcome, function)}}}};
}

std::string message_of(const CheckedFile& checked, const RuleOutcome& outcome) {
  std::string text = fmt::format(
      "{}: {}: {}", checked.file,
      outcome.status == RuleStatus::undecidable ? "could not be decided" : "rule broken",
      outcome.message);
  for (std::size_t index = 0; index < std::min(outcome.offenders.size(), named_in_message);
       ++index) {
    text += fmt::format("{} {}", index == 0 ? ":" : ",", clipped(outcome.offenders[index].name));
  }
  return text + ". " + outcome.rule->reason;
}

// identity: of the file in fingerprints.
std::vector<Json> results_of(const CheckedFile& checked, const std::string& identity,
                             const RuleOutcome& outcome, std::size_t rule_index) {
  bool by_function = !outcome.offenders.empty() && outcome.offenders.front().function;
  if (!by_function) {
    return {result_of(checked, identity, outcome, "", message_of(checked, outcome), rule_index)};
  }
  std::vector<Json> results;
  std::size_t count = std::min(outcome.offenders.size(), most_functions_of_rule);
  for (std::size_t index = 0; index < count; ++index) {
    const Offender& offender = outcome.offenders[index];
    std::string text = fmt::format("{}: {} has {}: {}. {}", checked.file, clipped(offender.name),
                                   offender.detail, outcome.message, outcome.rule->reason);
    results.push_back(result_of(checked, identity, outcome, offender.name, text, rule_index));
  }
  return results;
}

Json driver_of(Json rules) {
  return {{"driver",
           {{"name", "ltoscope"},
            {"version", std::string(tool_name).substr(std::string(tool_name).find(' ') + 1)},
            {"rules", std::move(rules)}}}};
}

Json document_of(Json run) {
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", {std::move(run)}}};
}

Json notification_of(const std::string& text, const char* level = "error") {
  return {{"level", level}, {"message", {{"text", text}}}};
}

// By file: its name, or its address where two have one name, since GitHub takes results of one
// fingerprint for one.
std::map<std::string, std::string> identities_of(const CheckResult& result) {
  std::map<std::string, int> files_of_name;
  for (const CheckedFile& checked : result.files) ++files_of_name[file_name_of(checked.file)];
  std::map<std::string, std::string> identities;
  for (const CheckedFile& checked : result.files) {
    std::string name = file_name_of(checked.file);
    identities[checked.file] = files_of_name[name] == 1 ? name : address_of(checked.file);
  }
  return identities;
}

}  // namespace

Json check_as_sarif(const CheckResult& result) {
  Json rules = Json::array(), results = Json::array(), notifications = Json::array();
  std::map<const Rule*, std::size_t> index_of_rule;
  std::map<std::string, std::string> identities = identities_of(result);
  std::size_t left_out = 0;
  for (const CheckedFile& checked : result.files) {
    for (const RuleOutcome& outcome : checked.outcomes) {
      auto [place, is_new] = index_of_rule.emplace(outcome.rule, rules.size());
      if (is_new) {
        rules.push_back({{"id", sarif_id_of(*outcome.rule)},
                         {"shortDescription", {{"text", outcome.rule->id}}},
                         {"fullDescription", {{"text", outcome.rule->reason}}},
                         {"help", {{"text", outcome.rule->reason}}}});
      }
      if (outcome.status == RuleStatus::undecidable) {
        notifications.push_back(notification_of(message_of(checked, outcome)));
      }
      if (outcome.status == RuleStatus::passed) continue;
      for (Json& found : results_of(checked, identities[checked.file], outcome, place->second)) {
        if (results.size() < most_results) {
          results.push_back(std::move(found));
        } else {
          ++left_out;
        }
      }
    }
    if (checked.outcomes.empty()) {
      notifications.push_back(
          notification_of(fmt::format("{}: no rule is about this file", checked.file)));
    }
  }
  bool could_look = notifications.empty();
  if (left_out != 0) {
    notifications.push_back(notification_of(
        fmt::format("{} more results were left out: {} are shown", left_out, most_results),
        "warning"));
  }
  ExitCode code = exit_code_of(result);
  Json invocation = {{"executionSuccessful", could_look}, {"exitCode", static_cast<int>(code)}};
  if (!notifications.empty()) invocation["toolExecutionNotifications"] = notifications;
  return document_of({{"tool", driver_of(std::move(rules))},
                      {"invocations", {std::move(invocation)}},
                      {"results", std::move(results)}});
}

Json failed_run_as_sarif(const std::string& message, ExitCode code) {
  Json invocation = {{"executionSuccessful", false},
                     {"exitCode", static_cast<int>(code)},
                     {"toolExecutionNotifications", {notification_of(message)}}};
  return document_of({{"tool", driver_of(Json::array())},
                      {"invocations", {std::move(invocation)}},
                      {"results", Json::array()}});
}

}  // namespace ltoscope::gate

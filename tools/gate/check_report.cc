// Tables of outcomes.
#include "gate/check_report.h"

#include <fmt/format.h>

#include <vector>

#include "command/version.h"
#include "report/html_page.h"
#include "report/table.h"

namespace ltoscope::gate {
namespace {

constexpr std::size_t named_offenders = 10;

// "a (3 sites), b and 12 more".
std::string offenders_text(const RuleOutcome& outcome) {
  std::string text;
  for (std::size_t index = 0; index < outcome.offenders.size(); ++index) {
    if (index == named_offenders) {
      text += fmt::format(" and {} more", outcome.offenders.size() - index);
      break;
    }
    const Offender& offender = outcome.offenders[index];
    text += fmt::format("{}{}", index == 0 ? "" : ", ", offender.name);
    if (!offender.detail.empty()) text += fmt::format(" ({})", offender.detail);
  }
  return text;
}

report::Table rule_table(const CheckedFile& checked) {
  report::Table table{fmt::format("{} ({})", checked.file, checked.machine),
                      {"rule", "metric", "base", "found", "limit", "status"},
                      {},
                      {}};
  for (const RuleOutcome& outcome : checked.outcomes) {
    table.rows.push_back({outcome.rule->id, outcome.metric, outcome.base, outcome.found,
                          outcome.limit, status_word(outcome)});
  }
  return table;
}

// A line for each rule that did not pass, and how to go on.
std::vector<std::string> explanations(const CheckedFile& checked) {
  std::vector<std::string> lines;
  for (const RuleOutcome& outcome : checked.outcomes) {
    if (outcome.status == RuleStatus::passed) continue;
    lines.push_back(
        fmt::format("{}: {}: {}", status_word(outcome), outcome.rule->id, outcome.message));
    if (!outcome.offenders.empty()) lines.push_back("    " + offenders_text(outcome));
    lines.push_back(fmt::format(
        "    why: {} ({}{})", outcome.rule->reason, outcome.rule->policy,
        outcome.rule->built_in ? ", built in" : fmt::format(":{}", outcome.rule->line)));
  }
  if (checked.outcomes.empty()) {
    lines.push_back("undecidable: no rule is about this file: none for its machine and name");
  }
  for (const std::string& slack : checked.slack) {
    lines.push_back(fmt::format("slack: {}; `ltoscope baseline --update` tightens it", slack));
  }
  return lines;
}

std::string trimmed(const std::string& line) { return line.substr(line.find_first_not_of(' ')); }

}  // namespace

std::string check_as_text(const CheckResult& result) {
  std::string text;
  for (const CheckedFile& checked : result.files) {
    text += report::as_text(rule_table(checked));
    std::vector<std::string> lines = explanations(checked);
    if (!lines.empty()) text += "\n";
    for (const std::string& line : lines) text += line + "\n";
    text += "\n";
  }
  return text + summary_of(result) + "\n";
}

std::string check_as_markdown(const CheckResult& result) {
  std::string text;
  for (const CheckedFile& checked : result.files) {
    report::Table table = rule_table(checked);
    for (const std::string& line : explanations(checked)) table.notes.push_back(trimmed(line));
    text += report::as_markdown(table) + "\n";
  }
  return text + summary_of(result) + "\n";
}

std::string check_as_csv(const CheckResult& result) {
  report::Table table{
      "", {"file", "rule", "metric", "base", "found", "limit", "status", "message"}, {}, {}};
  for (const CheckedFile& checked : result.files) {
    for (const RuleOutcome& outcome : checked.outcomes) {
      table.rows.push_back({checked.file, outcome.rule->id, outcome.metric, outcome.base,
                            outcome.found, outcome.limit, status_word(outcome), outcome.message});
    }
    if (checked.outcomes.empty()) {
      table.rows.push_back(
          {checked.file, "", "", "", "", "", "undecidable", "no rule is about this file"});
    }
  }
  return report::as_csv(table);
}

std::string check_as_html(const CheckResult& result) {
  std::string body = report::html_paragraph(summary_of(result));
  for (const CheckedFile& checked : result.files) {
    report::Table table = rule_table(checked);
    for (const std::string& line : explanations(checked)) table.notes.push_back(trimmed(line));
    body += report::as_html(table);
  }
  return report::html_page("ltoscope check", body);
}

nlohmann::ordered_json check_as_json(const CheckResult& result) {
  using Json = nlohmann::ordered_json;
  constexpr int check_schema_version = 1;
  Json files = Json::array();
  Json unknown = Json::array();
  for (const CheckedFile& checked : result.files) {
    Json rules = Json::array();
    for (const RuleOutcome& outcome : checked.outcomes) {
      Json offenders = Json::array();
      for (const Offender& offender : outcome.offenders) {
        offenders.push_back({{"name", offender.name}, {"detail", offender.detail}});
      }
      rules.push_back(
          {{"id", outcome.rule->id},
           {"policy", outcome.rule->policy},
           {"line", outcome.rule->line},
           {"severity", outcome.rule->severity == Severity::error ? "error" : "warning"},
           {"metric", outcome.metric},
           {"base", outcome.base == "-" ? Json(nullptr) : Json(outcome.base)},
           {"found", outcome.found == "unknown" ? Json(nullptr) : Json(outcome.found)},
           {"limit", outcome.limit},
           {"status", status_word(outcome)},
           {"message", outcome.message},
           {"reason", outcome.rule->reason},
           {"offenders", offenders}});
      if (outcome.status == RuleStatus::undecidable) {
        unknown.push_back(
            {{"file", checked.file}, {"metric", outcome.metric}, {"reason", outcome.message}});
      }
    }
    if (checked.outcomes.empty()) {
      unknown.push_back(
          {{"file", checked.file}, {"metric", "rules"}, {"reason", "no rule is about this file"}});
    }
    files.push_back({{"file", checked.file},
                     {"machine", checked.machine},
                     {"rules", rules},
                     {"slack", checked.slack}});
  }
  return {{"schema_version", check_schema_version},
          {"tool", tool_name},
          {"complete", unknown.empty()},
          {"unknown", unknown},
          {"summary",
           {{"broken", result.broken},
            {"undecidable", result.undecidable},
            {"warnings", result.warnings},
            {"passed", result.passed}}},
          {"files", files}};
}

}  // namespace ltoscope::gate

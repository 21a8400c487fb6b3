// Figures of each file, its base, then rule by rule.
#include "gate/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gate/library_functions.h"
#include "gate/missing_members.h"
#include "gate/site_changes.h"

namespace ltoscope::gate {
namespace {

std::string name_of_file(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// The older build that belongs to a file, or nullptr.
const std::string* base_library_for(const CheckInputs& inputs, const std::string& file) {
  if (inputs.base_libraries.size() == 1 && inputs.files.size() == 1) {
    return &inputs.base_libraries.front();
  }
  auto found = std::find_if(
      inputs.base_libraries.begin(), inputs.base_libraries.end(),
      [&](const std::string& base) { return name_of_file(base) == name_of_file(file); });
  if (found == inputs.base_libraries.end()) {
    if (inputs.base_libraries.empty()) return nullptr;
    throw Failure(
        ExitCode::bad_input,
        fmt::format("{}: found no --base of the same name, expected one for each file", file));
  }
  return &*found;
}

BaseFigures base_of_baseline(const CheckInputs& inputs, const std::string& file) {
  std::string name = name_of_file(file);
  const Baseline& baseline = *inputs.baseline;
  return {inputs.baseline_name, [&baseline, name](const std::string& figure) {
            auto of_file = baseline.files.find(name);
            if (of_file == baseline.files.end()) {
              return audit::unknown_figure(fmt::format("it has no file {}", name));
            }
            auto found = of_file->second.find(figure);
            if (found == of_file->second.end()) {
              return audit::unknown_figure(
                  fmt::format("record it with `ltoscope baseline --update --figure '{}'`", figure));
            }
            return found->second;
          }};
}

// The function whose sites a figure counts, or nothing.
std::optional<std::string> callee_of_figure(const std::string& metric) {
  for (std::string_view prefix : {"calls.", "tail_jumps.", "sites."}) {
    if (metric.starts_with(prefix)) return metric.substr(prefix.size());
  }
  return std::nullopt;
}

// Where the sites are: those that the base does not have, when it is a library, else the functions
// with most of them.
void name_functions(const std::string& file, const std::string* base_library,
                    std::vector<RuleOutcome>& outcomes) {
  std::optional<LibraryFunctions> functions;
  std::optional<std::map<std::string, SiteChange>> changes;
  for (RuleOutcome& outcome : outcomes) {
    if (outcome.status != RuleStatus::broken || outcome.rule->kind != RuleKind::figure) continue;
    std::optional<std::string> callee = callee_of_figure(outcome.rule->metric);
    if (!callee) continue;
    if (!functions) functions = functions_of_library(file);
    auto add = [&](const std::string& function, int64_t count, const char* what) {
      outcome.offenders.push_back(
          {function, fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"), true});
    };
    if (base_library != nullptr && outcome.rule->max_increase) {
      if (!changes) {
        changes = site_changes(functions_of_library(*base_library).functions, functions->functions);
      }
      for (const SiteChange::InFunction& added : (*changes)[*callee].added_in) {
        add(added.function, added.count, "new site");
      }
    }
    if (!outcome.offenders.empty()) continue;
    for (const SitesInFunction& entry : functions_calling(*functions, *callee)) {
      add(entry.function, entry.sites, "site");
    }
  }
}

void note_slack(const BaseFigures& base, const audit::FileFigures& figures,
                const std::vector<RuleOutcome>& outcomes, std::vector<std::string>& slack) {
  for (const RuleOutcome& outcome : outcomes) {
    const std::string& metric = outcome.rule->metric;
    bool compares = outcome.rule->max_increase.has_value();
    if (!compares || audit::direction_of(metric) != audit::Direction::lower) continue;
    audit::FigureValue before = base.figure(metric);
    audit::FigureValue now = audit::figure_named(figures, metric);
    if (!before.number || !now.number || *now.number >= *before.number) continue;
    slack.push_back(fmt::format("{} is {}, {} below the baseline's {}", metric, *now.number,
                                *before.number - *now.number, *before.number));
  }
}

CheckedFile check_one(const std::vector<Policy>& policies, const CheckInputs& inputs,
                      const audit::LinkerInputs& archives, const std::string& file,
                      std::chrono::year_month_day today) {
  audit::FileFigures figures = audit::figures_of_file(file);
  const std::string* base_library = base_library_for(inputs, file);
  std::optional<audit::FileFigures> base_figures;
  std::optional<BaseFigures> base;
  if (base_library != nullptr) {
    base_figures = audit::figures_of_file(*base_library);
    base = BaseFigures{*base_library, [&](const std::string& figure) {
                         return audit::figure_named(*base_figures, figure);
                       }};
  } else if (inputs.baseline) {
    base = base_of_baseline(inputs, file);
  }
  CheckedFile checked{file, figures.machine, {}, {}};
  for (const Policy& policy : policies) {
    for (const Rule& rule : policy.rules) {
      if (!applies_to(rule, figures)) continue;
      checked.outcomes.push_back(outcome_of(rule, figures, base ? &*base : nullptr, today));
    }
  }
  name_functions(file, base_library, checked.outcomes);
  if (!inputs.archives.empty()) name_defining_members(archives, figures, checked.outcomes);
  if (base && base_library == nullptr) {
    note_slack(*base, figures, checked.outcomes, checked.slack);
  }
  return checked;
}

}  // namespace

CheckResult check_files(const std::vector<Policy>& policies, const CheckInputs& inputs,
                        std::chrono::year_month_day today) {
  CheckResult result;
  audit::LinkerInputs archives = audit::read_linker_inputs(inputs.archives);
  for (const std::string& file : inputs.files) {
    result.files.push_back(check_one(policies, inputs, archives, file, today));
    const CheckedFile& checked = result.files.back();
    // Nothing was looked at, so nothing passed.
    if (checked.outcomes.empty()) ++result.undecidable;
    for (const RuleOutcome& outcome : checked.outcomes) {
      bool warns = outcome.rule->severity == Severity::warning;
      if (outcome.status == RuleStatus::passed) ++result.passed;
      if (outcome.status != RuleStatus::passed && warns) ++result.warnings;
      if (outcome.status == RuleStatus::broken && !warns) ++result.broken;
      if (outcome.status == RuleStatus::undecidable && !warns) ++result.undecidable;
    }
  }
  return result;
}

ExitCode exit_code_of(const CheckResult& result) {
  if (result.broken > 0) return ExitCode::broken_rule;
  return result.undecidable > 0 ? ExitCode::incomplete : ExitCode::fine;
}

std::string summary_of(const CheckResult& result) {
  return fmt::format("{} broken, {} undecidable, {} warnings, {} passed in {} file{}",
                     result.broken, result.undecidable, result.warnings, result.passed,
                     result.files.size(), result.files.size() == 1 ? "" : "s");
}

}  // namespace ltoscope::gate

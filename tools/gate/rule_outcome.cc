// One function for each kind of rule.
#include "gate/rule_outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace ltoscope::gate {
namespace {

using audit::FigureValue;
using audit::FileFigures;

bool glob_fits(const std::string& glob, const std::string& name) {
  return ::fnmatch(glob.c_str(), name.c_str(), 0) == 0;
}

std::string date_text(std::chrono::year_month_day date) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

// The worse of what was and what is: broken before undecidable before passed.
void add_broken(RuleOutcome& outcome, const std::string& message) {
  if (outcome.status != RuleStatus::broken) outcome.message.clear();
  outcome.status = RuleStatus::broken;
  outcome.message += (outcome.message.empty() ? "" : "; ") + message;
}

void add_undecidable(RuleOutcome& outcome, const std::string& reason) {
  if (outcome.status == RuleStatus::broken) return;
  outcome.status = RuleStatus::undecidable;
  outcome.message += (outcome.message.empty() ? "" : "; ") + reason;
}

std::string change_text(const AllowedChange& change) {
  return change.percent ? fmt::format("{:g} %", change.amount) : fmt::format("{:g}", change.amount);
}

// Whole units that a figure may change; percent of a base of 0 is 0.
int64_t allowed_units(const AllowedChange& change, int64_t base) {
  if (!change.percent) return static_cast<int64_t>(change.amount);
  return static_cast<int64_t>(
      std::floor(std::fabs(static_cast<double>(base)) * change.amount / 100));
}

std::string limit_text(const Rule& rule) {
  std::vector<std::string> parts;
  if (rule.min) parts.push_back(fmt::format(">= {}", *rule.min));
  if (rule.max) parts.push_back(fmt::format("<= {}", *rule.max));
  if (rule.equals) parts.push_back(fmt::format("= {}", audit::figure_cell(*rule.equals)));
  if (rule.match) parts.push_back(fmt::format("like {}", *rule.match));
  if (rule.max_increase)
    parts.push_back(fmt::format("<= base + {}", change_text(*rule.max_increase)));
  if (rule.max_decrease)
    parts.push_back(fmt::format(">= base - {}", change_text(*rule.max_decrease)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

void check_number(const Rule& rule, int64_t number, RuleOutcome& outcome) {
  if (rule.max && number > *rule.max) {
    add_broken(outcome,
               fmt::format("{} is {}, expected at most {}", rule.metric, number, *rule.max));
  }
  if (rule.min && number < *rule.min) {
    add_broken(outcome,
               fmt::format("{} is {}, expected at least {}", rule.metric, number, *rule.min));
  }
}

void check_change(const Rule& rule, const FigureValue& found, const BaseFigures* base,
                  RuleOutcome& outcome) {
  if (base == nullptr) {
    add_undecidable(outcome, "no base was given to compare with (--baseline or --base)");
    return;
  }
  FigureValue before = base->figure(rule.metric);
  outcome.base = audit::figure_cell(before);
  if (!before.number) {
    add_undecidable(outcome, fmt::format("{} has no number for {}{}{}", base->name, rule.metric,
                                         before.reason.empty() ? "" : ": ", before.reason));
    return;
  }
  int64_t change = *found.number - *before.number;
  if (rule.max_increase && change > allowed_units(*rule.max_increase, *before.number)) {
    add_broken(outcome,
               fmt::format("{} went from {} to {}, expected an increase of at most {}", rule.metric,
                           *before.number, *found.number, change_text(*rule.max_increase)));
  }
  if (rule.max_decrease && -change > allowed_units(*rule.max_decrease, *before.number)) {
    add_broken(outcome,
               fmt::format("{} went from {} to {}, expected a decrease of at most {}", rule.metric,
                           *before.number, *found.number, change_text(*rule.max_decrease)));
  }
}

// The exports that a glob over a whole figure counts, for the message.
void name_counted_exports(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  constexpr std::string_view exports_prefix = "exports.", class_prefix = "exports.class.";
  if (!rule.metric.starts_with(exports_prefix) || !figures.exports || !rule.max) return;
  for (const auto& entry : *figures.exports) {
    bool counted = false;
    if (rule.metric == "exports.total") {
      counted = true;
    } else if (rule.metric == "exports.unique") {
      counted = entry.unique;
    } else if (rule.metric.starts_with(class_prefix)) {
      counted = entry.of_class == std::string_view(rule.metric).substr(class_prefix.size());
    } else {
      counted = glob_fits(rule.metric.substr(exports_prefix.size()), entry.name);
    }
    if (counted) outcome.offenders.push_back({entry.full_name, "", false});
  }
}

void judge_figure(const Rule& rule, const FileFigures& figures, const BaseFigures* base,
                  RuleOutcome& outcome) {
  FigureValue found = audit::figure_named(figures, rule.metric);
  outcome.metric = rule.metric;
  outcome.found = audit::figure_cell(found);
  outcome.limit = limit_text(rule);
  if (base != nullptr) outcome.base = audit::figure_cell(base->figure(rule.metric));
  if (!found.known()) {
    add_undecidable(outcome, fmt::format("{} is unknown: {}", rule.metric, found.reason));
    return;
  }
  if (rule.equals && *rule.equals != found) {
    add_broken(outcome, fmt::format("{} is {}, expected {}", rule.metric, outcome.found,
                                    audit::figure_cell(*rule.equals)));
  }
  if (rule.match && !glob_fits(*rule.match, outcome.found)) {
    add_broken(outcome, fmt::format("{} is {}, expected something like {}", rule.metric,
                                    outcome.found, *rule.match));
  }
  bool wants_number = rule.max || rule.min || rule.max_increase || rule.max_decrease;
  if (wants_number && !found.number) {
    add_undecidable(outcome, fmt::format("{} is the text \"{}\", which has no order", rule.metric,
                                         outcome.found));
  } else if (wants_number) {
    check_number(rule, *found.number, outcome);
    if (rule.max_increase || rule.max_decrease) check_change(rule, found, base, outcome);
  }
  if (outcome.status == RuleStatus::broken) name_counted_exports(rule, figures, outcome);
}

bool fits_export(const std::string& glob, const FileFigures::ExportedName& entry) {
  constexpr std::string_view class_prefix = "class:";
  if (!glob.starts_with(class_prefix)) return glob_fits(glob, entry.name);
  std::string_view of_class = std::string_view(glob).substr(class_prefix.size());
  return of_class == "unique" ? entry.unique : entry.of_class == of_class;
}

void judge_export_list(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  bool deny = rule.kind == RuleKind::deny_exports;
  outcome.metric = deny ? "denied exports" : "exports not allowed";
  outcome.limit = "= 0";
  if (!figures.exports) {
    outcome.found = "unknown";
    add_undecidable(outcome, "the exports are unknown: " + figures.symbols_reason);
    return;
  }
  for (const auto& entry : *figures.exports) {
    bool fits = std::any_of(rule.globs.begin(), rule.globs.end(),
                            [&](const std::string& glob) { return fits_export(glob, entry); });
    if (fits == deny) {
      outcome.offenders.push_back({entry.full_name, std::string(entry.of_class), false});
    }
  }
  outcome.found = std::to_string(outcome.offenders.size());
  if (outcome.offenders.empty()) return;
  add_broken(outcome, deny ? fmt::format("{} exported symbols match {}", outcome.found,
                                         fmt::join(rule.globs, ", "))
                           : fmt::format("{} exported symbols match none of {}", outcome.found,
                                         fmt::join(rule.globs, ", ")));
}

void judge_required_exports(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  outcome.metric = "required exports";
  outcome.limit = fmt::format("= {}", rule.required.size());
  if (!figures.exports) {
    outcome.found = "unknown";
    add_undecidable(outcome, "the exports are unknown: " + figures.symbols_reason);
    return;
  }
  std::size_t met = 0;
  for (const RequiredName& required : rule.required) {
    int64_t count =
        std::count_if(figures.exports->begin(), figures.exports->end(),
                      [&](const auto& entry) { return glob_fits(required.glob, entry.name); });
    if (count >= required.least) {
      ++met;
    } else {
      outcome.offenders.push_back(
          {required.glob, fmt::format("{} of at least {}", count, required.least), false});
    }
  }
  outcome.found = std::to_string(met);
  if (outcome.offenders.empty()) return;
  add_broken(outcome, fmt::format("{} of {} required names are not exported",
                                  outcome.offenders.size(), rule.required.size()));
}

void judge_required_jni(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  outcome.metric = "required native methods";
  outcome.limit = fmt::format("= {}", rule.methods.size());
  if (!figures.exports) {
    outcome.found = "unknown";
    add_undecidable(outcome, "the exports are unknown: " + figures.symbols_reason);
    return;
  }
  for (const WantedMethod& method : rule.methods) {
    bool there =
        std::any_of(figures.exports->begin(), figures.exports->end(), [&](const auto& entry) {
          return std::find(method.symbols.begin(), method.symbols.end(), entry.name) !=
                 method.symbols.end();
        });
    if (there) continue;
    outcome.offenders.push_back(
        {method.symbols.front(), fmt::format("for {}", method.java_name), false});
  }
  outcome.found = std::to_string(rule.methods.size() - outcome.offenders.size());
  if (outcome.offenders.empty()) return;
  add_broken(outcome, fmt::format("{} of {} native methods are not exported",
                                  outcome.offenders.size(), rule.methods.size()));
}

void judge_late(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  const audit::Properties& properties = figures.properties;
  outcome.metric = "static TLS relocations";
  outcome.limit = "= 0, no DF_STATIC_TLS";
  const audit::Finding<int64_t>& relocations = properties.static_tls_relocations;
  outcome.found = relocations.value ? std::to_string(*relocations.value) : "unknown";
  if (properties.static_tls) outcome.found += ", DF_STATIC_TLS";
  if (relocations.value.value_or(0) > 0 || properties.static_tls) {
    for (const std::string& name : properties.static_tls_symbols) {
      outcome.offenders.push_back({name, "thread-local", false});
    }
    add_broken(outcome,
               fmt::format("thread-locals at fixed distances from the thread pointer need room in "
                           "the static TLS block: {} bytes of TLS, of near {} that are left for "
                           "libraries loaded late",
                           properties.tls_bytes, rule.static_tls_budget));
  } else if (!relocations.value) {
    add_undecidable(outcome, "the relocations are unknown: " + relocations.reason);
  }
}

void judge_glibc(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  outcome.metric = "properties.version.GLIBC";
  outcome.limit = fmt::format("<= {}", fmt::join(rule.glibc, "."));
  outcome.found = "none";
  for (const audit::VersionFloor& floor : figures.properties.floors) {
    if (floor.family != "GLIBC") continue;
    if (!floor.numbers.empty()) outcome.found = audit::number_text(floor);
    if (floor.numbers > rule.glibc) {
      for (const std::string& symbol : floor.symbols) {
        outcome.offenders.push_back({symbol, floor.name, false});
      }
      add_broken(outcome, fmt::format("the library needs glibc {}, expected at most {}",
                                      outcome.found, fmt::join(rule.glibc, ".")));
    } else if (!floor.without_number.empty()) {
      add_undecidable(outcome, fmt::format("{} is needed, which holds no number",
                                           fmt::join(floor.without_number, ", ")));
    }
  }
}

void judge_allocator(const FileFigures& figures, RuleOutcome& outcome) {
  outcome.metric = "properties.allocator";
  outcome.limit = "= closed";
  const audit::Operators& operators = figures.properties.operators;
  std::vector<std::string> faults = audit::allocator_faults(operators);
  if (std::optional<std::string> doubt = audit::allocator_doubt(operators)) {
    outcome.found = "unknown";
    add_undecidable(outcome, *doubt);
    return;
  }
  outcome.found = faults.empty() ? "closed" : "open";
  for (const std::string& fault : faults) add_broken(outcome, fault);
}

void judge_search_paths(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  outcome.metric = "search paths";
  outcome.limit = rule.origin_allowed ? "only $ORIGIN" : "none";
  const std::vector<std::string>& paths = figures.properties.search_paths;
  outcome.found = paths.empty() ? "none" : fmt::format("{}", fmt::join(paths, ":"));
  for (const std::string& path : paths) {
    bool below_origin = path == "$ORIGIN" || path == "${ORIGIN}" || path.starts_with("$ORIGIN/") ||
                        path.starts_with("${ORIGIN}/");
    if (rule.origin_allowed && below_origin) continue;
    outcome.offenders.push_back({path.empty() ? "(the working folder)" : path, "", false});
  }
  if (outcome.offenders.empty()) return;
  add_broken(outcome, fmt::format("{} of the {} folders that the library searches are not allowed",
                                  outcome.offenders.size(), paths.size()));
}

void judge_relro_rule(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  outcome.metric = "properties.relro";
  outcome.limit = fmt::format(">= {}", audit::relro_name(rule.least_relro));
  const audit::Finding<audit::RelroKind>& relro = figures.properties.relro;
  if (!relro.value) {
    outcome.found = "unknown";
    add_undecidable(outcome, relro.reason);
    return;
  }
  outcome.found = audit::relro_name(*relro.value);
  if (*relro.value < rule.least_relro) {
    add_broken(outcome, fmt::format("RELRO is {}, expected at least {}", outcome.found,
                                    audit::relro_name(rule.least_relro)));
  }
}

void judge_stack(const FileFigures& figures, RuleOutcome& outcome) {
  const audit::Properties& properties = figures.properties;
  outcome.metric = "properties.executable_stack";
  outcome.limit = "= no";
  outcome.found = properties.executable_stack ? "yes" : "no";
  if (!properties.executable_stack) return;
  add_broken(outcome, properties.stack_is_declared
                          ? "the library asks for a stack that holds code"
                          : "the library does not say that its stack holds no code (no "
                            "PT_GNU_STACK)");
}

void judge_text_relocations(const FileFigures& figures, RuleOutcome& outcome) {
  const audit::Finding<int64_t>& count = figures.properties.text_relocations;
  outcome.metric = "properties.text_relocations";
  outcome.limit = "= 0";
  outcome.found = count.value ? std::to_string(*count.value) : "unknown";
  if (!count.value) {
    add_undecidable(outcome, count.reason);
  } else if (*count.value > 0) {
    add_broken(outcome,
               fmt::format("{} relocations change pages that are not writable", outcome.found));
  }
}

void judge_pages(const Rule& rule, const FileFigures& figures, RuleOutcome& outcome) {
  const audit::PageLayout& pages = figures.properties.pages;
  outcome.metric = "properties.page_size";
  outcome.limit = fmt::format(">= {}", rule.page_bytes);
  outcome.found = std::to_string(pages.largest_page);
  if (pages.largest_page >= rule.page_bytes) return;
  if (pages.largest_page_of_segments >= rule.page_bytes) {
    add_broken(outcome, fmt::format("what becomes read-only ends within a page of {} bytes that "
                                    "holds writable data, too",
                                    rule.page_bytes));
  } else if (pages.lowest_alignment >= rule.page_bytes) {
    add_broken(outcome, "a segment's offset and address differ within the page");
  } else {
    add_broken(outcome, fmt::format("segments are aligned to {} bytes, expected {}",
                                    pages.lowest_alignment, rule.page_bytes));
  }
}

}  // namespace

bool applies_to(const Rule& rule, const FileFigures& figures) {
  bool machine_fits = rule.machines.empty() || std::find(rule.machines.begin(), rule.machines.end(),
                                                         figures.machine) != rule.machines.end();
  std::string name = std::filesystem::path(figures.file).filename().string();
  return machine_fits && (rule.files.empty() || glob_fits(rule.files, name));
}

RuleOutcome outcome_of(const Rule& rule, const FileFigures& figures, const BaseFigures* base,
                       std::chrono::year_month_day today) {
  RuleOutcome outcome;
  outcome.rule = &rule;
  outcome.base = "-";
  switch (rule.kind) {
    case RuleKind::figure:
      judge_figure(rule, figures, base, outcome);
      break;
    case RuleKind::deny_exports:
    case RuleKind::allow_exports:
      judge_export_list(rule, figures, outcome);
      break;
    case RuleKind::required_exports:
      judge_required_exports(rule, figures, outcome);
      break;
    case RuleKind::required_jni:
      judge_required_jni(rule, figures, outcome);
      break;
    case RuleKind::loadable_late:
      judge_late(rule, figures, outcome);
      break;
    case RuleKind::max_glibc:
      judge_glibc(rule, figures, outcome);
      break;
    case RuleKind::allocator_closed:
      judge_allocator(figures, outcome);
      break;
    case RuleKind::no_rpath:
      judge_search_paths(rule, figures, outcome);
      break;
    case RuleKind::relro:
      judge_relro_rule(rule, figures, outcome);
      break;
    case RuleKind::nx:
      judge_stack(figures, outcome);
      break;
    case RuleKind::no_text_relocations:
      judge_text_relocations(figures, outcome);
      break;
    case RuleKind::page_alignment:
      judge_pages(rule, figures, outcome);
      break;
  }
  if (rule.expires && today >= *rule.expires) {
    add_broken(outcome, fmt::format("the rule expired on {}: renew it or take it out",
                                    date_text(*rule.expires)));
  }
  return outcome;
}

std::string status_word(const RuleOutcome& outcome) {
  switch (outcome.status) {
    case RuleStatus::passed:
      return "passed";
    case RuleStatus::broken:
      return outcome.rule->severity == Severity::warning ? "warning" : "broken";
    case RuleStatus::undecidable:
      return "undecidable";
  }
  return "";
}

}  // namespace ltoscope::gate

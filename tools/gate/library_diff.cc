// Figures of both, then sites of both.
#include "gate/library_diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "command/version.h"
#include "gate/library_functions.h"

namespace ltoscope::gate {
namespace {

using audit::FigureValue;
using audit::FileFigures;

constexpr std::size_t listed_functions = 10;

std::vector<FigureChange> figure_changes(const FileFigures& old_figures,
                                         const FileFigures& new_figures) {
  std::set<std::string> names;
  for (const FileFigures* figures : {&old_figures, &new_figures}) {
    for (const auto& [name, value] : figures->values) names.insert(name);
  }
  std::vector<FigureChange> changes;
  for (const std::string& name : names) {
    changes.push_back(
        {name, audit::figure_named(old_figures, name), audit::figure_named(new_figures, name)});
  }
  return changes;
}

std::set<std::string> export_names_of(const FileFigures& figures) {
  std::set<std::string> names;
  if (!figures.exports) return names;
  for (const auto& entry : *figures.exports) names.insert(entry.full_name);
  return names;
}

std::vector<std::string> names_without(const std::set<std::string>& names,
                                       const std::set<std::string>& without) {
  std::vector<std::string> rest;
  std::set_difference(names.begin(), names.end(), without.begin(), without.end(),
                      std::back_inserter(rest));
  return rest;
}

std::vector<std::string> warnings_of(const FileFigures& old_figures,
                                     const FileFigures& new_figures) {
  std::vector<std::string> warnings;
  auto linker = [](const FileFigures& figures) {
    return figures.properties.linker.value_or("one that does not name itself");
  };
  if (old_figures.properties.linker != new_figures.properties.linker) {
    warnings.push_back(
        fmt::format("linked by different linkers ({}; {}): relaxation alone changes counts of "
                    "relocations and of calls",
                    linker(old_figures), linker(new_figures)));
  }
  std::string old_dialect = tls_dialect(old_figures), new_dialect = tls_dialect(new_figures);
  if (old_dialect != new_dialect) {
    warnings.push_back(fmt::format(
        "thread-locals are reached in different ways ({}; {}): fewer calls of __tls_get_addr do "
        "not mean fewer look-ups",
        old_dialect, new_dialect));
  }
  if (old_figures.machine != new_figures.machine) {
    warnings.push_back(
        fmt::format("for different machines ({}; {})", old_figures.machine, new_figures.machine));
  }
  return warnings;
}

// Where one side does not know what was inlined, all inlined sites of the other would look new.
void forget_inlining_of_one_side(LibraryFunctions& a, LibraryFunctions& b) {
  if (a.knows_inlining == b.knows_inlining) return;
  for (LibraryFunctions* library : {&a, &b}) {
    for (MatchedFunction& function : library->functions) {
      for (auto& [callee, sites] : function.sites) {
        for (MatchedSite& site : sites) site = {site.kind};
      }
    }
  }
}

void match_sites(LibraryDiff& diff) {
  LibraryFunctions old_library = functions_of_library(diff.old_file);
  LibraryFunctions new_library = functions_of_library(diff.new_file);
  for (const auto& [file, library] :
       {std::pair(&diff.old_file, &old_library), std::pair(&diff.new_file, &new_library)}) {
    if (library->reason && !diff.sites_reason) {
      diff.sites_reason = fmt::format("{}: {}", *file, *library->reason);
    }
  }
  if (diff.sites_reason) return;
  forget_inlining_of_one_side(old_library, new_library);
  diff.sites = site_changes(std::move(old_library.functions), std::move(new_library.functions));
}

std::string change_of_figure(const FigureChange& change) {
  if (!change.old_value.number || !change.new_value.number) return "";
  return fmt::format("{:+}", *change.new_value.number - *change.old_value.number);
}

report::Table figures_table(const LibraryDiff& diff, bool all_figures) {
  report::Table table{fmt::format("{} -> {}", diff.old_file, diff.new_file),
                      {"figure", "old", "new", "change"},
                      {},
                      {}};
  int64_t equal = 0;
  for (const FigureChange& change : diff.figures) {
    if (!change.differs()) ++equal;
    if (!change.differs() && !all_figures) continue;
    table.rows.push_back({change.name, audit::figure_cell(change.old_value),
                          audit::figure_cell(change.new_value), change_of_figure(change)});
  }
  if (!all_figures && equal > 0) table.notes.push_back(fmt::format("{} figures are equal", equal));
  for (const std::string& warning : diff.warnings) table.notes.push_back("warning: " + warning);
  auto note_names = [&](const char* what, const std::vector<std::string>& names) {
    if (names.empty()) return;
    std::size_t shown = std::min(names.size(), listed_functions);
    std::vector<std::string> first(names.begin(),
                                   names.begin() + static_cast<std::ptrdiff_t>(shown));
    table.notes.push_back(
        fmt::format("{}: {}{}", what, fmt::join(first, ", "),
                    shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : ""));
  };
  note_names("no longer exported", diff.exports_gone);
  note_names("exported now", diff.exports_added);
  return table;
}

report::Table sites_table(const LibraryDiff& diff) {
  report::Table table{"Call sites",
                      {"function", "old", "new", "common", "moved", "copied", "added", "gone"},
                      {},
                      {"old = common + moved + gone; new = common + moved + copied + added",
                       "moved and copied: by inlining, where the debug information says so"}};
  for (const auto& [callee, change] : diff.sites) {
    table.rows.push_back({callee, std::to_string(change.old_total),
                          std::to_string(change.new_total), std::to_string(change.common),
                          std::to_string(change.moved), std::to_string(change.copied),
                          std::to_string(change.added), std::to_string(change.gone)});
  }
  if (diff.sites_reason) table.notes = {fmt::format("unknown: {}", *diff.sites_reason)};
  return table;
}

report::Table changed_functions_table(const LibraryDiff& diff) {
  report::Table table{
      "Functions with sites that appeared or went", {"function", "callee", "change"}, {}, {}};
  for (const auto& [callee, change] : diff.sites) {
    auto add = [&](const std::vector<SiteChange::InFunction>& functions, const char* sign) {
      for (std::size_t index = 0; index < functions.size(); ++index) {
        if (index == listed_functions) {
          table.rows.push_back({fmt::format("({} more)", functions.size() - index), callee, sign});
          break;
        }
        table.rows.push_back(
            {functions[index].function, callee, fmt::format("{}{}", sign, functions[index].count)});
      }
    };
    add(change.added_in, "+");
    add(change.gone_from, "-");
  }
  return table;
}

nlohmann::ordered_json json_of_value(const FigureValue& value) {
  if (value.number) return *value.number;
  if (value.text) return *value.text;
  return nullptr;
}

}  // namespace

std::string tls_dialect(const FileFigures& figures) {
  std::vector<std::string> ways;
  for (const auto& [name, value] : figures.values) {
    constexpr std::string_view prefix = "relocs.";
    if (!name.starts_with(prefix) || value.number.value_or(0) == 0) continue;
    std::string_view type = std::string_view(name).substr(prefix.size());
    if (type.find("DTPMOD") != type.npos) ways.push_back("calls of __tls_get_addr");
    if (type.find("TLSDESC") != type.npos || type.find("TLS_DESC") != type.npos) {
      ways.push_back("descriptors");
    }
    if (type.find("_TPOFF") != type.npos || type.find("TPREL") != type.npos) {
      ways.push_back("fixed distances from the thread pointer");
    }
  }
  std::sort(ways.begin(), ways.end());
  ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  return ways.empty() ? "none" : fmt::format("{}", fmt::join(ways, " and "));
}

LibraryDiff diff_libraries(const std::string& old_file, const std::string& new_file) {
  FileFigures old_figures = audit::figures_of_file(old_file);
  FileFigures new_figures = audit::figures_of_file(new_file);
  LibraryDiff diff;
  diff.old_file = old_file;
  diff.new_file = new_file;
  diff.figures = figure_changes(old_figures, new_figures);
  std::set<std::string> old_exports = export_names_of(old_figures);
  std::set<std::string> new_exports = export_names_of(new_figures);
  if (old_figures.exports && new_figures.exports) {
    diff.exports_gone = names_without(old_exports, new_exports);
    diff.exports_added = names_without(new_exports, old_exports);
  }
  diff.warnings = warnings_of(old_figures, new_figures);
  match_sites(diff);
  return diff;
}

ExitCode exit_code_of(const LibraryDiff& diff) {
  bool half_known = false;
  for (const FigureChange& change : diff.figures) {
    bool both = change.old_value.known() && change.new_value.known();
    if (both && change.differs()) return ExitCode::broken_rule;
    half_known |= !both;
  }
  if (!diff.exports_gone.empty() || !diff.exports_added.empty()) return ExitCode::broken_rule;
  for (const auto& [callee, change] : diff.sites) {
    if (change.added != 0 || change.gone != 0 || change.moved != 0 || change.copied != 0) {
      return ExitCode::broken_rule;
    }
  }
  return half_known || diff.sites_reason ? ExitCode::incomplete : ExitCode::fine;
}

std::vector<report::Table> diff_tables(const LibraryDiff& diff, bool all_figures) {
  std::vector<report::Table> tables = {figures_table(diff, all_figures), sites_table(diff)};
  report::Table functions = changed_functions_table(diff);
  if (!functions.rows.empty()) tables.push_back(std::move(functions));
  return tables;
}

nlohmann::ordered_json diff_as_json(const LibraryDiff& diff) {
  using Json = nlohmann::ordered_json;
  constexpr int diff_schema_version = 1;
  Json figures = Json::object(), unknown = Json::array(), sites = Json::object();
  for (const FigureChange& change : diff.figures) {
    figures[change.name] = {{"old", json_of_value(change.old_value)},
                            {"new", json_of_value(change.new_value)}};
    for (const FigureValue* value : {&change.old_value, &change.new_value}) {
      if (value->known()) continue;
      unknown.push_back({{"file", value == &change.old_value ? diff.old_file : diff.new_file},
                         {"metric", change.name},
                         {"reason", value->reason}});
    }
  }
  if (diff.sites_reason) unknown.push_back({{"metric", "sites"}, {"reason", *diff.sites_reason}});
  auto functions_json = [](const std::vector<SiteChange::InFunction>& functions) {
    Json list = Json::array();
    for (const SiteChange::InFunction& entry : functions) {
      list.push_back({{"function", entry.function}, {"sites", entry.count}});
    }
    return list;
  };
  for (const auto& [callee, change] : diff.sites) {
    sites[callee] = {{"old", change.old_total},
                     {"new", change.new_total},
                     {"common", change.common},
                     {"moved", change.moved},
                     {"copied", change.copied},
                     {"added", change.added},
                     {"gone", change.gone},
                     {"added_in", functions_json(change.added_in)},
                     {"gone_from", functions_json(change.gone_from)}};
  }
  return {{"schema_version", diff_schema_version},
          {"tool", tool_name},
          {"complete", unknown.empty()},
          {"unknown", unknown},
          {"old", diff.old_file},
          {"new", diff.new_file},
          {"warnings", diff.warnings},
          {"figures", figures},
          {"exports", {{"gone", diff.exports_gone}, {"added", diff.exports_added}}},
          {"sites", diff.sites_reason ? Json(nullptr) : sites}};
}

}  // namespace ltoscope::gate

// One table of ways to group, and the forms of the result.
#include "audit/site_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>

#include "command/version.h"

namespace ltoscope::audit {
namespace {

using Json = nlohmann::ordered_json;

constexpr int sites_schema = 1;

constexpr char not_known[] = "not known";

struct Grouping {
  const char* name;
  std::vector<std::string> (*keys)(const SiteRow& row);
};

const std::array groupings = {
    Grouping{"function", [](const SiteRow& row) { return std::vector<std::string>{row.function}; }},
    Grouping{"callee", [](const SiteRow& row) { return row.callees; }},
    Grouping{"kind",
             [](const SiteRow& row) { return std::vector<std::string>{site_kind_name(row.kind)}; }},
    Grouping{"form",
             [](const SiteRow& row) { return std::vector<std::string>{site_form_name(row.form)}; }},
    Grouping{"tls-variable",
             [](const SiteRow& row) {
               if (!row.tls_model) return std::vector<std::string>{};
               if (row.tls_variables.empty()) return std::vector<std::string>{"not known which"};
               return row.tls_variables;
             }},
    Grouping{"file",
             [](const SiteRow& row) {
               bool is_known = row.origin && !row.origin->file.empty();
               return std::vector<std::string>{is_known ? row.origin->file : not_known};
             }},
    Grouping{"unit",
             [](const SiteRow& row) {
               bool is_known = row.origin && !row.origin->unit.empty();
               return std::vector<std::string>{is_known ? row.origin->unit : not_known};
             }},
    Grouping{"member",
             [](const SiteRow& row) {
               return std::vector<std::string>{row.member.value_or(not_known)};
             }},
    // Each function that was inlined on the way has the site; one in which nothing was inlined is
    // under a name of its own, so that the sum of sites that came in is what the others have.
    Grouping{"inline",
             [](const SiteRow& row) {
               if (!row.origin || row.origin->chain.empty())
                 return std::vector<std::string>{not_known};
               std::vector<std::string> names;
               for (std::size_t index = 0; index < row.origin->inlined(); ++index) {
                 const std::string& name = row.origin->chain[index].function;
                 // Once, also when it is inlined into itself.
                 if (std::find(names.begin(), names.end(), name) == names.end()) {
                   names.push_back(name);
                 }
               }
               if (names.empty()) names.push_back("nothing was inlined");
               return names;
             }},
};

std::string address_text(uint64_t address) { return fmt::format("{:#x}", address); }

std::size_t shown(std::size_t all, std::size_t most) {
  return most == 0 ? all : std::min(all, most);
}

void note_missing(const SiteList& list, report::Table& table) {
  for (const MissingSites& missing : list.missing) {
    table.notes.push_back(fmt::format("unknown: {}: {}", missing.callee, missing.reason));
  }
}

void note_names_from(const SiteList& list, report::Table& table) {
  if (!list.tls_names_from) return;
  table.notes.push_back(
      fmt::format("thread-locals that no symbol names are named by the debug information of {}",
                  *list.tls_names_from));
}

void note_left_out(std::size_t all, std::size_t rows, report::Table& table) {
  if (rows == all) return;
  table.notes.push_back(
      fmt::format("{} more; -n 0 shows all", report::count_cell(static_cast<int64_t>(all - rows))));
}

// "file.cc:12, in inlined()", innermost first.
std::string source_text(const SiteRow& row) {
  if (!row.origin || row.origin->file.empty()) return not_known;
  std::string file = std::filesystem::path(row.origin->file).filename().string();
  std::string text = fmt::format("{}:{}", file, row.origin->line);
  for (std::size_t index = 0; index < row.origin->inlined(); ++index) {
    text += fmt::format(" < {}", row.origin->chain[index].function);
  }
  return text;
}

// Why the grouping lacks something that the rows have.
std::vector<std::string> reasons_against(const SiteList& list, std::string_view grouping) {
  if (is_by_origin(grouping)) return list.without_origin;
  if (grouping == "member") return list.without_member;
  return {};
}

Json row_json(const SiteRow& row) {
  Json json = {{"address", address_text(row.address)},
               {"callees", row.callees},
               {"kind", site_kind_name(row.kind)},
               {"form", site_form_name(row.form)},
               {"target", row.target == 0 ? Json(nullptr) : Json(address_text(row.target))},
               {"function", row.function},
               {"offset", row.offset}};
  if (row.origin) {
    json["unit"] = row.origin->unit;
    json["file"] = row.origin->file;
    json["line"] = row.origin->line;
    Json chain = Json::array();
    for (const SourceFrame& frame : row.origin->chain) {
      chain.push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line}});
    }
    json["inline_chain"] = chain;
  }
  if (row.member) json["member"] = *row.member;
  if (row.tls_model) {
    json["tls_model"] = tls_model_name(*row.tls_model);
    json["tls_variables"] = row.tls_variables;
  }
  return json;
}

}  // namespace

bool is_by_origin(std::string_view grouping) {
  return grouping == "file" || grouping == "unit" || grouping == "inline";
}

std::vector<std::string> site_groupings() {
  std::vector<std::string> names;
  for (const Grouping& grouping : groupings) names.push_back(grouping.name);
  return names;
}

std::vector<SiteGroup> group_sites(const SiteList& list, std::string_view grouping) {
  auto chosen = std::find_if(groupings.begin(), groupings.end(),
                             [&](const Grouping& known) { return known.name == grouping; });
  std::map<std::string, SiteGroup> by_name;
  for (const SiteRow& row : list.rows) {
    for (const std::string& key : chosen->keys(row)) {
      SiteGroup& group = by_name[key];
      ++(is_tail(row.kind) ? group.tail_jumps : group.calls);
    }
  }
  std::vector<SiteGroup> groups;
  for (auto& [name, group] : by_name) {
    group.name = name;
    groups.push_back(std::move(group));
  }
  std::sort(groups.begin(), groups.end(), [](const SiteGroup& a, const SiteGroup& b) {
    int64_t of_a = a.calls + a.tail_jumps, of_b = b.calls + b.tail_jumps;
    return of_a != of_b ? of_a > of_b : a.name < b.name;
  });
  return groups;
}

report::Table sites_table(const SiteList& list, std::size_t most) {
  report::Table table{list.file, {"address", "callee", "kind", "form", "function"}, {}, {}};
  std::size_t rows = shown(list.rows.size(), most);
  bool has_variables = std::any_of(list.rows.begin(), list.rows.end(),
                                   [](const SiteRow& row) { return row.tls_model.has_value(); });
  bool has_lines = list.debug_source.has_value();
  if (has_lines) table.header.push_back("source");
  if (has_variables) table.header.push_back("thread-local");
  for (std::size_t index = 0; index < rows; ++index) {
    const SiteRow& row = list.rows[index];
    std::string place =
        row.offset == 0 ? row.function : fmt::format("{}+{:#x}", row.function, row.offset);
    table.rows.push_back({address_text(row.address),
                          fmt::format("{}", fmt::join(row.callees, " = ")),
                          site_kind_name(row.kind), site_form_name(row.form), place});
    if (has_lines) table.rows.back().push_back(source_text(row));
    if (has_variables) {
      table.rows.back().push_back(fmt::format("{}", fmt::join(row.tls_variables, " ")));
    }
  }
  note_left_out(list.rows.size(), rows, table);
  note_missing(list, table);
  if (has_variables) note_names_from(list, table);
  return table;
}

report::Table groups_table(const SiteList& list, std::string_view grouping, std::size_t most) {
  std::vector<SiteGroup> groups = group_sites(list, grouping);
  report::Table table{list.file, {std::string(grouping), "sites", "calls", "tail jumps"}, {}, {}};
  std::size_t rows = shown(groups.size(), most);
  for (std::size_t index = 0; index < rows; ++index) {
    const SiteGroup& group = groups[index];
    table.rows.push_back({group.name, report::count_cell(group.calls + group.tail_jumps),
                          report::count_cell(group.calls), report::count_cell(group.tail_jumps)});
  }
  note_left_out(groups.size(), rows, table);
  note_missing(list, table);
  if (grouping == "tls-variable") note_names_from(list, table);
  if (grouping == "member") {
    table.notes.insert(table.notes.end(), list.member_notes.begin(), list.member_notes.end());
  }
  for (const std::string& reason : reasons_against(list, grouping)) {
    table.notes.push_back(fmt::format("unknown: {}", reason));
  }
  return table;
}

bool is_complete(const SiteList& list, std::string_view grouping) {
  return list.complete() && reasons_against(list, grouping).empty();
}

nlohmann::ordered_json sites_json(const SiteList& list, std::string_view grouping,
                                  std::size_t most) {
  Json unknown = Json::array();
  for (const MissingSites& missing : list.missing) {
    unknown.push_back({{"metric", "sites." + missing.callee}, {"reason", missing.reason}});
  }
  for (const std::string& reason : list.without_origin) {
    unknown.push_back({{"metric", "origins"}, {"reason", reason}});
  }
  for (const std::string& reason : list.without_member) {
    unknown.push_back({{"metric", "members"}, {"reason", reason}});
  }
  Json json = {{"schema_version", sites_schema},
               {"tool", tool_name},
               {"complete", is_complete(list, grouping)},
               {"unknown", unknown},
               {"file", list.file},
               {"debug_information", list.debug_source ? Json(*list.debug_source) : Json(nullptr)},
               {"tls_names_from", list.tls_names_from ? Json(*list.tls_names_from) : Json(nullptr)},
               {"linker_map", list.map_source ? Json(*list.map_source) : Json(nullptr)},
               {"found", list.rows.size()}};
  if (grouping.empty()) {
    json["sites"] = Json::array();
    for (std::size_t index = 0; index < shown(list.rows.size(), most); ++index) {
      json["sites"].push_back(row_json(list.rows[index]));
    }
    return json;
  }
  json["by"] = grouping;
  json["groups"] = Json::array();
  std::vector<SiteGroup> groups = group_sites(list, grouping);
  for (std::size_t index = 0; index < shown(groups.size(), most); ++index) {
    json["groups"].push_back({{"name", groups[index].name},
                              {"calls", groups[index].calls},
                              {"tail_jumps", groups[index].tail_jumps}});
  }
  return json;
}

}  // namespace ltoscope::audit

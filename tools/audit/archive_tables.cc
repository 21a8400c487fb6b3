// Lays the audit of archives and objects out in tables; what was looked for and not found is said.
#include "audit/archive_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ltoscope::audit {
namespace {

using report::count_cell;
using report::Table;

constexpr std::size_t object_rows_shown = 20;
constexpr std::size_t members_shown = 4;

std::string member_counts_cell(const std::map<std::string, int64_t>& counts) {
  if (counts.empty()) return "none";
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts) {
    parts.push_back(fmt::format("{} {}", count_cell(count), name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string first_names_cell(const std::vector<std::string>& names) {
  std::size_t shown = std::min(names.size(), members_shown);
  std::string cell = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, " "));
  if (shown < names.size()) cell += fmt::format(" and {} more", names.size() - shown);
  return cell;
}

std::string index_cell(const InputSummary& input) {
  if (input.kind == "object") return "none needed";
  if (!input.index_entries) return "missing";
  return fmt::format("{} symbols", count_cell(*input.index_entries));
}

Table input_table(const InputSummary& input) {
  Table table{input.file, {"file", ""}, {}, {}};
  table.rows.push_back({"kind", input.kind});
  table.rows.push_back({"members with LTO", fmt::format("{} of {}", count_cell(input.with_lto),
                                                        count_cell(input.objects))});
  table.rows.push_back({"members", member_counts_cell(input.contents)});
  table.rows.push_back({"LTO", member_counts_cell(input.lto)});
  table.rows.push_back({"machines", member_counts_cell(input.machines)});
  table.rows.push_back({"bytecode by", member_counts_cell(input.producers)});
  table.rows.push_back({"index", index_cell(input)});
  table.rows.push_back(
      {"index against members",
       input.index_disagreements.empty()
           ? "agree"
           : fmt::format("{} symbols differ",
                         count_cell(static_cast<int64_t>(input.index_disagreements.size())))});
  table.rows.push_back(
      {"names held twice", count_cell(static_cast<int64_t>(input.repeated_names.size()))});
  return table;
}

// Adds one row for each of the first items, and a note on the others.
template <class Item, class MakeRow>
void add_first_rows(const std::vector<Item>& items, Table& table, MakeRow make_row) {
  std::size_t shown = std::min(items.size(), object_rows_shown);
  for (std::size_t index = 0; index < shown; ++index) table.rows.push_back(make_row(items[index]));
  if (shown < items.size()) {
    table.notes.push_back(fmt::format("the first {} of {}; -f json holds all", shown,
                                      count_cell(static_cast<int64_t>(items.size()))));
  }
}

Table index_table(const InputSummary& input) {
  Table table{fmt::format("Index of {} against its members", input.file),
              {"symbol", "member", "in the index", "in the member"},
              {},
              {}};
  add_first_rows(input.index_disagreements, table, [](const IndexDisagreement& one) {
    return std::vector<std::string>{one.symbol, one.member, one.in_index ? "yes" : "no",
                                    one.in_index ? "no" : "yes"};
  });
  return table;
}

Table repeated_table(const InputSummary& input) {
  Table table{fmt::format("Names that {} holds more than once", input.file),
              {"name", "times", "members"},
              {},
              {}};
  add_first_rows(input.repeated_names, table, [](const RepeatedName& one) {
    return std::vector<std::string>{one.name, count_cell(static_cast<int64_t>(one.members.size())),
                                    first_names_cell(one.members)};
  });
  return table;
}

Table duplicates_table(const ObjectAudit& audit) {
  Table table{"Strong definitions of one name", {"name", "members"}, {}, {}};
  add_first_rows(audit.strong_duplicates, table, [](const DuplicateDefinition& one) {
    return std::vector<std::string>{one.name, first_names_cell(one.members)};
  });
  if (audit.strong_duplicates.empty()) {
    table.rows.push_back({"none", ""});
  } else {
    table.notes.push_back(
        "linked whole they are errors; linked plainly, the first that is reached is taken");
  }
  return table;
}

Table weak_table(const ObjectAudit& audit) {
  Table table{"Weak definitions of one name that differ",
              {"name", "definitions", "sizes", "bodies", "members"},
              {},
              {}};
  add_first_rows(audit.weak_differences, table, [](const WeakDifference& one) {
    return std::vector<std::string>{one.name, count_cell(static_cast<int64_t>(one.members.size())),
                                    fmt::format("{}", fmt::join(one.sizes, " ")),
                                    one.bodies ? count_cell(*one.bodies) : "unknown: " + one.reason,
                                    first_names_cell(one.members)};
  });
  if (audit.weak_differences.empty()) table.rows.push_back({"none", "", "", "", ""});
  table.notes.push_back(
      fmt::format("{} names with several definitions in machine code were compared",
                  count_cell(audit.weak_compared)));
  return table;
}

Table commons_table(const ObjectAudit& audit) {
  Table table{"Commons", {"name", "sizes", "members"}, {}, {}};
  add_first_rows(audit.commons, table, [](const CommonSymbol& one) {
    return std::vector<std::string>{one.name, fmt::format("{}", fmt::join(one.sizes, " ")),
                                    first_names_cell(one.members)};
  });
  return table;
}

Table left_out_table(const ObjectAudit& audit) {
  Table table{audit.has_roots ? "Members that are left out unless linked whole"
                              : "Members reached only by linking whole",
              {"member", "constructors", "entry points"},
              {},
              {}};
  add_first_rows(audit.members_left_out, table, [](const LeftOutMember& one) {
    return std::vector<std::string>{one.member, one.has_constructors ? "yes" : "no",
                                    first_names_cell(one.entry_points)};
  });
  if (audit.members_left_out.empty()) table.rows.push_back({"none", "", ""});
  if (audit.members_reached) {
    table.notes.push_back(
        fmt::format("{} members are reached", count_cell(*audit.members_reached)));
  } else if (!audit.has_roots) {
    table.notes.push_back(
        "no roots were given (--roots, or the objects that are linked with it): only members "
        "with Java_* functions or constructors are listed");
  }
  return table;
}

Table object_calls_table(const ObjectAudit& audit) {
  Table table{
      "Call sites",
      {"function", "calls", "tail jumps", "address in code", "address in data", "unresolved"},
      {},
      {fmt::format("in {} members of machine code", count_cell(audit.machine_code_members))}};
  for (std::size_t index = 0; index < audit.calls.size(); ++index) {
    const ObjectSiteCounts& counts = audit.calls[index];
    table.rows.push_back({audit.watched[index], count_cell(counts.call),
                          count_cell(counts.tail_jump), count_cell(counts.address_in_code),
                          count_cell(counts.address_in_data), count_cell(counts.unresolved)});
  }
  return table;
}

std::vector<std::string> object_tls_row(const std::string& name, const ObjectTlsCounts& counts) {
  return {name,
          count_cell(counts.general_dynamic),
          count_cell(counts.local_dynamic),
          count_cell(counts.descriptor),
          count_cell(counts.initial_exec),
          count_cell(counts.local_exec)};
}

Table object_tls_table(const ObjectAudit& audit) {
  Table table{
      "Thread-local accesses in machine code",
      {"variable", "general dynamic", "local dynamic", "descriptor", "initial exec", "local exec"},
      {},
      {"of a variable, local dynamic counts the uses behind the sites"}};
  table.rows.push_back(object_tls_row("all", audit.tls));
  std::vector<std::pair<std::string, ObjectTlsCounts>> variables(audit.tls_of_variables.begin(),
                                                                 audit.tls_of_variables.end());
  add_first_rows(variables, table,
                 [](const auto& one) { return object_tls_row(one.first, one.second); });
  return table;
}

Table object_unknown_table(const ObjectAudit& audit) {
  Table table{"Unknown", {"figure", "reason"}, {}, {}};
  add_first_rows(audit.unknown, table, [](const Unknown& item) {
    return std::vector<std::string>{item.metric, item.reason};
  });
  return table;
}

}  // namespace

std::vector<Table> object_audit_tables(const ObjectAudit& audit) {
  std::vector<Table> tables;
  for (const InputSummary& input : audit.inputs) {
    tables.push_back(input_table(input));
    if (!input.index_disagreements.empty()) tables.push_back(index_table(input));
    if (!input.repeated_names.empty()) tables.push_back(repeated_table(input));
  }
  tables.push_back(duplicates_table(audit));
  tables.push_back(weak_table(audit));
  if (!audit.commons.empty()) tables.push_back(commons_table(audit));
  tables.push_back(left_out_table(audit));
  if (!audit.calls.empty()) {
    tables.push_back(object_calls_table(audit));
    tables.push_back(object_tls_table(audit));
  }
  if (!audit.complete()) tables.push_back(object_unknown_table(audit));
  return tables;
}

}  // namespace ltoscope::audit

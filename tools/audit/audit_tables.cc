// Lays the figures out in tables.
#include "audit/audit_tables.h"

#include <fmt/format.h>

namespace ltoscope::audit {
namespace {

using report::bytes_cell;
using report::count_cell;
using report::Table;

constexpr std::size_t shown_variables = 20;

std::string cell(const Figure& figure) { return figure ? count_cell(*figure) : "unknown"; }

Table file_table(const Audit& audit) {
  Table table{audit.file, {"file", ""}, {}, {}};
  table.rows.push_back({"kind", fmt::format("{} {}", audit.machine, audit.type)});
  table.rows.push_back({"soname", audit.soname.value_or("none")});
  table.rows.push_back({"build id", audit.build_id.value_or("none")});
  if (audit.needed.empty()) table.rows.push_back({"needs", "nothing"});
  // A row each: there may be dozens.
  for (const std::string& library : audit.needed) table.rows.push_back({"needs", library});
  table.rows.push_back({"symbol table", audit.symbols_from.value_or("none: stripped")});
  return table;
}

Table exports_table(const Audit& audit) {
  Table table{"Exported symbols", {"name", "symbols"}, {}, {}};
  table.rows.push_back({"all", cell(audit.exports_total)});
  for (const PatternCount& pattern : audit.exports_by_pattern) {
    table.rows.push_back({pattern.pattern, cell(pattern.count)});
  }
  return table;
}

Table relocations_table(const Audit& audit) {
  Table table{"Relocations", {"type", "relocations"}, {}, {}};
  if (!audit.relocations) {
    table.rows.push_back({"all", "unknown"});
    return table;
  }
  for (const auto& [name, count] : *audit.relocations) {
    table.rows.push_back({name, count_cell(count)});
  }
  if (audit.relocations_from_bitmaps.value_or(0) != 0) {
    table.notes.push_back(fmt::format("{} of the relative ones are packed as bitmaps (RELR)",
                                      count_cell(*audit.relocations_from_bitmaps)));
  }
  return table;
}

Table calls_table(const Audit& audit) {
  Table table{
      "Call sites",
      {"function", "calls", "tail jumps", "address in code", "address in data", "unresolved"},
      {},
      {"calls and tail jumps are instructions, and no instruction is both"}};
  for (const CallCounts& counts : audit.calls) {
    table.rows.push_back({counts.name, cell(counts.call), cell(counts.tail_jump),
                          cell(counts.address_in_code), cell(counts.address_in_data),
                          cell(counts.unresolved)});
  }
  return table;
}

Table forms_table(const Audit& audit) {
  Table table{"Forms of call sites", {"function"}, {}, {}};
  for (std::size_t form = 0; form < site_form_count; ++form) {
    table.header.push_back(site_form_name(static_cast<SiteForm>(form)));
  }
  table.header.push_back("conditional");
  table.notes.push_back(
      "each call or tail jump has one form; conditional ones are counted once more");
  for (const CallCounts& counts : audit.calls) {
    std::vector<std::string> row = {counts.name};
    for (const Figure& figure : counts.by_form) row.push_back(cell(figure));
    row.push_back(cell(counts.conditional));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table tls_table(const Audit& audit) {
  Table table{"Thread-local storage", {"what", ""}, {}, {}};
  table.rows.push_back({"size for each thread", bytes_cell(audit.tls.size)});
  table.rows.push_back({"needs the static TLS block", audit.tls.static_tls ? "yes" : "no"});
  for (std::size_t model = 0; model < tls_model_count; ++model) {
    table.rows.push_back({fmt::format("{} sites", tls_model_name(static_cast<TlsModel>(model))),
                          cell(audit.tls.by_model[model])});
  }
  return table;
}

// Of the sites that call a function: what they could be spared.
Table tls_variables_table(const Audit& audit) {
  Table table{"Thread-local variables found by calls", {"variable", "sites"}, {}, {}};
  int64_t further = 0;
  for (const auto& [variable, sites] : audit.tls.by_variable) {
    if (table.rows.size() < shown_variables) {
      table.rows.push_back({variable, count_cell(sites)});
    } else {
      further += 1;
    }
  }
  if (further != 0) {
    table.notes.push_back(fmt::format("{} more variables are in the JSON", count_cell(further)));
  }
  if (audit.tls.names_from) {
    table.notes.push_back(fmt::format(
        "names that no symbol gives are from the debug information of {}", *audit.tls.names_from));
  }
  int64_t without = audit.tls.without_variable.value_or(0);
  if (without != 0) table.rows.push_back({"not known which", count_cell(without)});
  int64_t ambiguous = audit.tls.ambiguous.value_or(0);
  if (ambiguous != 0) {
    table.notes.push_back(
        fmt::format("{} of the sites may find the whole block instead: code and slot are the same",
                    count_cell(ambiguous)));
  }
  return table;
}

Table sizes_table(const Audit& audit) {
  Table table{"Sizes", {"part", "bytes"}, {}, {}};
  table.rows.push_back({"file", count_cell(audit.file_size)});
  table.rows.push_back({"machine code (.text)", cell(audit.text_size)});
  if (!audit.section_sizes) {
    table.rows.push_back({"sections", "unknown"});
    return table;
  }
  for (const auto& [name, size] : *audit.section_sizes) {
    table.rows.push_back({fmt::format("section {}", name), count_cell(size)});
  }
  return table;
}

Table coverage_table(const Coverage& coverage) {
  Table table{"Coverage", {"what", ""}, {}, {}};
  table.rows.push_back({"bytes of code", count_cell(coverage.code_bytes)});
  table.rows.push_back({"functions, and their parts", count_cell(coverage.functions)});
  table.rows.push_back({"bytes in them", count_cell(coverage.in_functions)});
  table.rows.push_back(
      {"bytes between them, padding apart", count_cell(coverage.between_functions)});
  if (coverage.marked_as_data != 0) {
    table.rows.push_back({"bytes that symbols mark as data", count_cell(coverage.marked_as_data)});
  }
  table.rows.push_back(
      {"places in them that are no instruction", count_cell(coverage.undecodable)});
  if (coverage.undecodable != 0) {
    table.rows.push_back({"the first of these", fmt::format("{:#x}", coverage.first_undecodable)});
  }
  table.rows.push_back({"indirect calls", count_cell(coverage.indirect_calls)});
  table.rows.push_back({"indirect jumps", count_cell(coverage.indirect_jumps)});
  if (!coverage.boundaries_known) {
    table.notes.push_back("the file does not say where functions begin");
  }
  table.notes.push_back(
      "indirect ones count for a callee where its address was followed to them; PLT entries and "
      "jump tables are among them");
  return table;
}

Table unknown_table(const Audit& audit) {
  Table table{"Unknown", {"figure", "reason"}, {}, {}};
  for (const Unknown& item : audit.unknown) table.rows.push_back({item.metric, item.reason});
  return table;
}

}  // namespace

std::vector<Table> audit_tables(const Audit& audit) {
  std::vector<Table> tables = {file_table(audit),  exports_table(audit), relocations_table(audit),
                               calls_table(audit), forms_table(audit),   tls_table(audit)};
  Table variables = tls_variables_table(audit);
  if (!variables.rows.empty()) tables.push_back(std::move(variables));
  tables.push_back(sizes_table(audit));
  if (audit.coverage) tables.push_back(coverage_table(*audit.coverage));
  if (!audit.complete()) tables.push_back(unknown_table(audit));
  return tables;
}

}  // namespace ltoscope::audit

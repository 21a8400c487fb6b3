// Lays the figures out in tables.
#include "audit/audit_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ltoscope::audit {
namespace {

using report::bytes_cell;
using report::count_cell;
using report::Table;

std::string cell(const Figure& figure) { return figure ? count_cell(*figure) : "unknown"; }

Table file_table(const Audit& audit) {
  Table table{audit.file, {"file", ""}, {}, {}};
  table.rows.push_back({"kind", fmt::format("{} {}", audit.machine, audit.type)});
  table.rows.push_back({"soname", audit.soname.value_or("none")});
  table.rows.push_back({"build id", audit.build_id.value_or("none")});
  table.rows.push_back({"needs", audit.needed.empty()
                                     ? "nothing"
                                     : fmt::format("{}", fmt::join(audit.needed, " "))});
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
  Table table{"Call sites",
              {"function", "calls", "tail jumps", "through a register", "address in code",
               "address in data", "unresolved"},
              {},
              {"calls and tail jumps are instructions; those through a register are among them"}};
  for (const CallCounts& counts : audit.calls) {
    table.rows.push_back({counts.name, cell(counts.call), cell(counts.tail_jump),
                          cell(counts.through_register), cell(counts.address_in_code),
                          cell(counts.address_in_data), cell(counts.unresolved)});
  }
  return table;
}

Table tls_table(const Audit& audit) {
  Table table{"Thread-local storage", {"what", ""}, {}, {}};
  table.rows.push_back({"size for each thread", bytes_cell(audit.tls_size)});
  table.rows.push_back({"needs the static TLS block", audit.static_tls ? "yes" : "no"});
  table.rows.push_back({"calls through descriptors", cell(audit.tls_descriptor_calls)});
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

Table unknown_table(const Audit& audit) {
  Table table{"Unknown", {"figure", "reason"}, {}, {}};
  for (const Unknown& item : audit.unknown) table.rows.push_back({item.metric, item.reason});
  return table;
}

}  // namespace

std::vector<Table> audit_tables(const Audit& audit) {
  std::vector<Table> tables = {file_table(audit),  exports_table(audit), relocations_table(audit),
                               calls_table(audit), tls_table(audit),     sizes_table(audit)};
  if (!audit.complete()) tables.push_back(unknown_table(audit));
  return tables;
}

}  // namespace ltoscope::audit

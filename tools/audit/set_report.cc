// One row for each library.
#include "audit/set_report.h"

#include <fmt/format.h>

#include <utility>

#include "audit/watch_list.h"
#include "command/version.h"

namespace ltoscope::audit {
namespace {

constexpr int set_schema = 1;

std::string figure_text(const Figure& figure) {
  return figure ? report::count_cell(*figure) : "unknown";
}

// Calls and tail jumps together.
std::string sites_text(const CallCounts& counts) {
  if (!counts.call || !counts.tail_jump) return "unknown";
  return report::count_cell(*counts.call + *counts.tail_jump);
}

}  // namespace

void SetReport::add(SetEntry&& entry) {
  if (entry.is_debug_information) {
    ++debug_files_;
    return;
  }
  if (!entry.audit) {
    refusals_.push_back(entry.refusal);
    return;
  }
  const Audit& audit = *entry.audit;
  if (!audit.complete()) ++incomplete_;
  std::vector<std::string> row = {audit.file, audit.machine, figure_text(audit.exports_total)};
  for (const CallCounts& counts : audit.calls) row.push_back(sites_text(counts));
  row.push_back(audit.tls.static_tls ? "yes" : "no");
  row.push_back(figure_text(audit.text_size));
  rows_.push_back(std::move(row));
  if (keep_json_) audits_.push_back(to_json(std::move(*entry.audit)));
}

report::Table SetReport::table(int64_t passed_over) const {
  report::Table table{"Libraries", {"file", "machine", "exports"}, rows_, {}};
  for (const std::string& name : WatchList::usual().names()) table.header.push_back(name);
  table.header.push_back("static TLS");
  table.header.push_back("text bytes");
  table.notes.push_back("call sites: calls and tail jumps together");
  if (passed_over != 0) {
    table.notes.push_back(
        fmt::format("{} files below folders are no linked ELF files, or second names of one",
                    report::count_cell(passed_over)));
  }
  if (debug_files_ != 0) {
    table.notes.push_back(
        fmt::format("{} files hold debug information alone", report::count_cell(debug_files_)));
  }
  for (const std::string& refusal : refusals_) table.notes.push_back("refused: " + refusal);
  return table;
}

nlohmann::ordered_json SetReport::json(int64_t passed_over) && {
  nlohmann::ordered_json json = {{"schema_version", set_schema},
                                 {"tool", tool_name},
                                 {"complete", refusals_.empty() && incomplete_ == 0},
                                 {"passed_over", passed_over},
                                 {"debug_information_alone", debug_files_},
                                 {"refused", refusals_}};
  json["audits"] = std::move(audits_);
  return json;
}

}  // namespace ltoscope::audit

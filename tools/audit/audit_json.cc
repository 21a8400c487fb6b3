// The audit as JSON: raw integers; null, and a reason under "unknown", for what was not measured.
#include <fmt/format.h>

#include <utility>

#include "audit/audit.h"
#include "command/version.h"

namespace ltoscope::audit {
namespace {

using Json = nlohmann::ordered_json;

constexpr int audit_schema = 2;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json exports_json(Audit& audit) {
  Json by_pattern = Json::object();
  for (const PatternCount& pattern : audit.exports_by_pattern) {
    by_pattern[pattern.pattern] = or_null(pattern.count);
  }
  Json exports = {{"total", or_null(audit.exports_total)}, {"by_pattern", by_pattern}};
  // Moved, since a library may have a hundred thousand.
  Json& names = exports["names"] = nullptr;
  if (!audit.export_names) return exports;
  names = Json::array();
  for (std::string& name : *audit.export_names) names.push_back(std::move(name));
  return exports;
}

Json forms_json(const CallCounts& counts) {
  Json forms = Json::object();
  for (std::size_t form = 0; form < site_form_count; ++form) {
    forms[site_form_name(static_cast<SiteForm>(form))] = or_null(counts.by_form[form]);
  }
  return forms;
}

Json coverage_json(const Coverage& coverage) {
  Json first = nullptr;
  if (coverage.undecodable != 0) first = fmt::format("{:#x}", coverage.first_undecodable);
  return {{"code_bytes", coverage.code_bytes},
          {"functions", coverage.functions},
          {"bytes_in_functions", coverage.in_functions},
          {"bytes_between_functions", coverage.between_functions},
          {"bytes_marked_as_data", coverage.marked_as_data},
          {"undecodable_places", coverage.undecodable},
          {"first_undecodable", first},
          {"indirect_calls", coverage.indirect_calls},
          {"indirect_jumps", coverage.indirect_jumps},
          {"function_boundaries_known", coverage.boundaries_known}};
}

Json tls_json(const TlsCounts& counts) {
  Json by_model = Json::object();
  for (std::size_t model = 0; model < tls_model_count; ++model) {
    by_model[tls_model_name(static_cast<TlsModel>(model))] = or_null(counts.by_model[model]);
  }
  Json by_variable = nullptr;
  if (counts.without_variable) {
    by_variable = Json::object();
    for (const auto& [variable, sites] : counts.by_variable) by_variable[variable] = sites;
  }
  return {{"size", counts.size},
          {"static_tls", counts.static_tls},
          {"by_model", by_model},
          {"by_variable", by_variable},
          {"names_from", counts.names_from ? Json(*counts.names_from) : Json(nullptr)},
          {"without_variable", or_null(counts.without_variable)},
          {"ambiguous", or_null(counts.ambiguous)}};
}

Json calls_json(const Audit& audit) {
  Json calls = Json::object();
  for (const CallCounts& counts : audit.calls) {
    calls[counts.name] = {{"call", or_null(counts.call)},
                          {"tail_jump", or_null(counts.tail_jump)},
                          {"conditional", or_null(counts.conditional)},
                          {"by_form", forms_json(counts)},
                          {"address_in_code", or_null(counts.address_in_code)},
                          {"address_in_data", or_null(counts.address_in_data)},
                          {"unresolved", or_null(counts.unresolved)}};
  }
  return calls;
}

}  // namespace

Json to_json(Audit audit) {
  Json unknown = Json::array();
  for (const Unknown& item : audit.unknown) {
    unknown.push_back({{"metric", item.metric}, {"reason", item.reason}});
  }
  Json json = {{"schema_version", audit_schema},
               {"tool", tool_name},
               {"complete", audit.complete()},
               {"unknown", unknown},
               {"file", audit.file},
               {"machine", audit.machine},
               {"type", audit.type},
               {"soname", or_null(audit.soname)},
               {"build_id", or_null(audit.build_id)},
               {"needed", audit.needed},
               {"symbols_from", or_null(audit.symbols_from)}};
  json["exports"] = exports_json(audit);
  json["relocations"] = or_null(audit.relocations);
  json["relocations_from_bitmaps"] = or_null(audit.relocations_from_bitmaps);
  json["calls"] = calls_json(audit);
  json["tls"] = tls_json(audit.tls);
  json["size"] = {{"file", audit.file_size},
                  {"text", or_null(audit.text_size)},
                  {"sections", or_null(audit.section_sizes)}};
  if (audit.coverage) json["coverage"] = coverage_json(*audit.coverage);
  return json;
}

}  // namespace ltoscope::audit

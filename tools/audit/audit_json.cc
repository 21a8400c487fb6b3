// The audit as JSON: raw integers; null, and a reason under "unknown", for what was not measured.
#include "audit/audit.h"
#include "command/version.h"

namespace ltoscope::audit {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json exports_json(const Audit& audit) {
  Json by_pattern = Json::object();
  for (const PatternCount& pattern : audit.exports_by_pattern) {
    by_pattern[pattern.pattern] = or_null(pattern.count);
  }
  Json names = audit.exports_total ? Json(audit.export_names) : Json(nullptr);
  return {{"total", or_null(audit.exports_total)}, {"by_pattern", by_pattern}, {"names", names}};
}

Json calls_json(const Audit& audit) {
  Json calls = Json::object();
  for (const CallCounts& counts : audit.calls) {
    calls[counts.name] = {{"call", or_null(counts.call)},
                          {"tail_jump", or_null(counts.tail_jump)},
                          {"through_register", or_null(counts.through_register)},
                          {"address_in_code", or_null(counts.address_in_code)},
                          {"address_in_data", or_null(counts.address_in_data)},
                          {"unresolved", or_null(counts.unresolved)}};
  }
  return calls;
}

}  // namespace

Json to_json(const Audit& audit) {
  Json unknown = Json::array();
  for (const Unknown& item : audit.unknown) {
    unknown.push_back({{"metric", item.metric}, {"reason", item.reason}});
  }
  return {
      {"schema_version", schema_version},
      {"tool", tool_name},
      {"complete", audit.complete()},
      {"unknown", unknown},
      {"file", audit.file},
      {"machine", audit.machine},
      {"type", audit.type},
      {"soname", or_null(audit.soname)},
      {"build_id", or_null(audit.build_id)},
      {"needed", audit.needed},
      {"exports", exports_json(audit)},
      {"relocations", or_null(audit.relocations)},
      {"relocations_from_bitmaps", or_null(audit.relocations_from_bitmaps)},
      {"calls", calls_json(audit)},
      {"tls",
       {{"size", audit.tls_size},
        {"static_tls", audit.static_tls},
        {"descriptor_calls", or_null(audit.tls_descriptor_calls)}}},
      {"size",
       {{"file", audit.file_size},
        {"text", or_null(audit.text_size)},
        {"sections", or_null(audit.section_sizes)}}},
  };
}

}  // namespace ltoscope::audit

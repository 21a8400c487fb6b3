// The audit of archives and objects as JSON: raw integers; null for what was not measured.
#include "audit/archive_audit.h"
#include "command/version.h"

namespace ltoscope::audit {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int archive_schema_version = 1;

OrderedJson input_json(const InputSummary& input) {
  OrderedJson disagreements = OrderedJson::array();
  for (const IndexDisagreement& one : input.index_disagreements) {
    disagreements.push_back({{"symbol", one.symbol},
                             {"member", one.member},
                             {"in_index", one.in_index},
                             {"in_member", !one.in_index}});
  }
  OrderedJson repeated = OrderedJson::array();
  for (const RepeatedName& one : input.repeated_names) {
    repeated.push_back({{"name", one.name}, {"members", one.members}});
  }
  return {{"file", input.file},
          {"kind", input.kind},
          {"members", input.members},
          {"objects", input.objects},
          {"with_lto", input.with_lto},
          {"contents", input.contents},
          {"lto", input.lto},
          {"machines", input.machines},
          {"producers", input.producers},
          {"index_entries",
           input.index_entries ? OrderedJson(*input.index_entries) : OrderedJson(nullptr)},
          {"index_disagreements", disagreements},
          {"repeated_names", repeated}};
}

OrderedJson weak_json(const WeakDifference& difference) {
  OrderedJson json = {
      {"name", difference.name},
      {"sizes", difference.sizes},
      {"bodies", difference.bodies ? OrderedJson(*difference.bodies) : OrderedJson(nullptr)},
      {"members", difference.members}};
  if (!difference.bodies) json["reason"] = difference.reason;
  return json;
}

OrderedJson left_out_json(const ObjectAudit& audit) {
  OrderedJson members = OrderedJson::array();
  for (const LeftOutMember& one : audit.members_left_out) {
    members.push_back({{"member", one.member},
                       {"entry_points", one.entry_points},
                       {"has_constructors", one.has_constructors}});
  }
  return {{"has_roots", audit.has_roots},
          {"members_reached",
           audit.members_reached ? OrderedJson(*audit.members_reached) : OrderedJson(nullptr)},
          {"members", members}};
}

OrderedJson object_calls_json(const ObjectAudit& audit) {
  if (audit.calls.empty()) return nullptr;
  OrderedJson calls = OrderedJson::object();
  for (std::size_t index = 0; index < audit.watched.size(); ++index) {
    const ObjectSiteCounts& counts = audit.calls[index];
    calls[audit.watched[index]] = {{"call", counts.call},
                                   {"tail_jump", counts.tail_jump},
                                   {"conditional_tail_jump", counts.conditional_tail_jump},
                                   {"address_in_code", counts.address_in_code},
                                   {"address_in_data", counts.address_in_data},
                                   {"unresolved", counts.unresolved}};
  }
  return calls;
}

OrderedJson object_tls_json(const ObjectTlsCounts& counts) {
  return {{"general_dynamic", counts.general_dynamic},
          {"local_dynamic", counts.local_dynamic},
          {"descriptor", counts.descriptor},
          {"initial_exec", counts.initial_exec},
          {"local_exec", counts.local_exec}};
}

}  // namespace

OrderedJson to_json(const ObjectAudit& audit) {
  OrderedJson unknown = OrderedJson::array();
  for (const Unknown& item : audit.unknown) {
    unknown.push_back({{"metric", item.metric}, {"reason", item.reason}});
  }
  OrderedJson inputs = OrderedJson::array();
  for (const InputSummary& input : audit.inputs) inputs.push_back(input_json(input));
  OrderedJson duplicates = OrderedJson::array();
  for (const DuplicateDefinition& one : audit.strong_duplicates) {
    duplicates.push_back({{"name", one.name}, {"members", one.members}});
  }
  OrderedJson weak = OrderedJson::array();
  for (const WeakDifference& one : audit.weak_differences) weak.push_back(weak_json(one));
  OrderedJson commons = OrderedJson::array();
  for (const CommonSymbol& one : audit.commons) {
    commons.push_back({{"name", one.name}, {"sizes", one.sizes}, {"members", one.members}});
  }
  OrderedJson variables = OrderedJson::object();
  for (const auto& [name, counts] : audit.tls_of_variables)
    variables[name] = object_tls_json(counts);
  bool has_code = !audit.calls.empty();
  return {{"schema_version", archive_schema_version},
          {"tool", tool_name},
          {"complete", audit.complete()},
          {"unknown", unknown},
          {"inputs", inputs},
          {"strong_duplicates", duplicates},
          {"weak_compared", audit.weak_compared},
          {"weak_differences", weak},
          {"commons", commons},
          {"left_out", left_out_json(audit)},
          {"machine_code_members", audit.machine_code_members},
          {"calls", object_calls_json(audit)},
          {"tls", has_code ? object_tls_json(audit.tls) : OrderedJson(nullptr)},
          {"tls_of_variables", has_code ? variables : OrderedJson(nullptr)}};
}

}  // namespace ltoscope::audit

// One look after another at the same inputs.
#include "audit/archive_audit.h"

#include <fmt/format.h>

#include "audit/definition_clashes.h"
#include "audit/input_summary.h"
#include "audit/member_reach.h"

namespace ltoscope::audit {
namespace {

bool has_machine_code(const elf::ObjectFile& object) {
  return object.elf && object.content != elf::ObjectContent::gcc_bytecode;
}

// The sums over members of machine code. Bytecode has no call sites yet: the link makes them.
void count_call_sites(const LinkerInputs& inputs, const ObjectAuditOptions& options,
                      ObjectAudit& audit) {
  std::map<std::string, int64_t> unread;  // members, by reason
  for (const WatchedGlobs& watched : options.watched) audit.watched.push_back(watched.name);
  for (const InputMember& member : inputs.members) {
    if (member.missing || !has_machine_code(member.object)) continue;
    ObjectSites found = find_object_sites(*member.object.elf, options.watched);
    if (found.unknown) {
      ++unread[*found.unknown];
      continue;
    }
    ++audit.machine_code_members;
    audit.calls.resize(options.watched.size());
    for (std::size_t index = 0; index < found.counts.size(); ++index) {
      audit.calls[index].add(found.counts[index]);
    }
    for (const auto& [index, reason] : found.doubts) {
      audit.unknown.push_back({"calls." + options.watched[index].name, reason});
    }
    audit.tls.add(found.tls);
    for (const auto& [name, counts] : found.tls_of_variables) {
      audit.tls_of_variables[name].add(counts);
    }
  }
  for (const auto& [reason, members] : unread) {
    for (const char* metric : {"calls", "tls"}) {
      audit.unknown.push_back({metric, fmt::format("in {} members: {}", members, reason)});
    }
  }
  for (std::size_t index = 0; index < audit.calls.size(); ++index) {
    if (audit.calls[index].unresolved == 0) continue;
    audit.unknown.push_back(
        {"calls." + audit.watched[index],
         fmt::format("{} instructions load its address into a register, which may be called",
                     audit.calls[index].unresolved)});
  }
}

}  // namespace

ObjectAudit audit_linker_inputs(const std::vector<std::string>& paths,
                                const ObjectAuditOptions& options) {
  LinkerInputs inputs = read_linker_inputs(paths);
  ObjectAudit audit;
  summarize_inputs(inputs, audit);
  find_clashes(inputs, audit);
  find_left_out(inputs, options, audit);
  count_call_sites(inputs, options, audit);
  return audit;
}

}  // namespace ltoscope::audit

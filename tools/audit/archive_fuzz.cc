// For libFuzzer: any bytes are either refused in one line or an archive, an object or bitcode that
// is audited to its end, as `ltoscope audit libx.a` does it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "audit/archive_audit.h"
#include "audit/archive_tables.h"
#include "command/failure.h"
#include "elf/spoiled_file.h"

namespace {

using namespace ltoscope;

// Not assert: presets without it must stop as well.
void require_true(bool holds) {
  if (!holds) std::abort();
}

bool is_line(std::string_view text) { return !text.empty() && !text.contains('\n'); }

void audit_input(const std::string& path, const audit::ObjectAuditOptions& options) {
  audit::ObjectAudit audit = audit::audit_linker_inputs({path}, options);
  require_true(audit.inputs.size() == 1);
  const audit::InputSummary& input = audit.inputs.front();
  require_true(input.with_lto <= input.objects && input.objects <= input.members);
  for (const audit::Unknown& unknown : audit.unknown) {
    require_true(is_line(unknown.metric) && is_line(unknown.reason));
  }
  for (const audit::DuplicateDefinition& found : audit.strong_duplicates) {
    require_true(found.members.size() > 1);
  }
  require_true(!audit::to_json(audit).empty());
  require_true(!audit::object_audit_tables(audit).empty());
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data,
                                                                             std::size_t size) {
  audit::ObjectAuditOptions options;
  // What a link would leave out depends on whether something is wanted.
  if (size % 2 == 0) options.roots = {"s*"};
  try {
    audit_input(elf::spoiled_file(data, size), options);
  } catch (const Failure& failure) {
    require_true(is_line(failure.what()));
  }
  return 0;
}

// Where the result of auditing objects goes, and in which form.
#include "audit/archive_command.h"

#include "audit/archive_tables.h"
#include "command/json_document.h"
#include "command/output.h"
#include "report/rendering.h"
#include "report/table.h"

namespace ltoscope::audit {
namespace {

std::string render_objects(const ObjectAudit& audit, const std::string& format) {
  if (format == "json") return json_document(to_json(audit));
  return report::render(object_audit_tables(audit), format, "Archives and objects");
}

}  // namespace

bool is_object_input(const std::filesystem::path& path) { return is_linker_input(path); }

void add_object_options(CLI::App& verb, ObjectAuditOptions& options) {
  verb.add_option("--roots", options.roots,
                  "Of archives: symbols that the link wants, besides what given objects refer to; "
                  "may be repeated")
      ->allow_extra_args(false)
      ->type_name("GLOB");
}

ExitCode audit_objects(const OutputOptions& output, const ObjectAuditOptions& options,
                       const std::vector<std::string>& paths) {
  ObjectAudit audit = audit_linker_inputs(paths, options);
  write_result(output.output, render_objects(audit, output.format));
  return audit.complete() ? ExitCode::fine : ExitCode::incomplete;
}

}  // namespace ltoscope::audit

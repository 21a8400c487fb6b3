// The verb's options, and where its result goes.
#include "audit/audit_command.h"

#include <memory>
#include <string>

#include "audit/audit.h"
#include "audit/audit_tables.h"
#include "command/output.h"
#include "command/output_options.h"

namespace ltoscope::audit {
namespace {

struct Request : OutputOptions {
  std::string file;
  AuditOptions options;
};

std::string render(const Audit& audit, const std::string& format) {
  if (format == "json") {
    // Symbol names may hold any bytes; JSON may not.
    constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
    return to_json(audit).dump(2, ' ', false, replace) + "\n";
  }
  std::string text;
  for (const report::Table& table : audit_tables(audit)) {
    if (!text.empty()) text += "\n";
    text += format == "md" ? report::as_markdown(table) : report::as_text(table);
  }
  return text;
}

ExitCode run(const Request& request) {
  Audit audit = audit_file(request.file, request.options);
  write_result(request.output, render(audit, request.format));
  return audit.complete() ? ExitCode::fine : ExitCode::incomplete;
}

}  // namespace

void add_audit_command(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<Request>();
  CLI::App* command = app.add_subcommand(
      "audit", "Show what one shared library or executable exports, relocates, calls and weighs");
  command->add_option("FILE", request->file, "ELF shared library or executable")->required();
  command
      ->add_option("--exports", request->options.export_patterns,
                   "Count exported symbols that match this glob; may be repeated")
      ->capture_default_str()
      ->allow_extra_args(false)
      ->type_name("GLOB");
  add_output_options(*command, *request, "text, json or md");
  command->callback([request, &exit_code] { exit_code = run(*request); });
}

}  // namespace ltoscope::audit

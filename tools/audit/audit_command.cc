// The verb's options, and where its result goes.
#include "audit/audit_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "audit/archive_command.h"
#include "audit/audit.h"
#include "audit/audit_set.h"
#include "audit/audit_tables.h"
#include "audit/cross_check.h"
#include "audit/debug_options.h"
#include "audit/figures.h"
#include "audit/set_report.h"
#include "command/json_document.h"
#include "command/output.h"
#include "command/output_options.h"
#include "command/parallel.h"
#include "report/rendering.h"

namespace ltoscope::audit {
namespace {

struct AuditRequest : OutputOptions {
  std::vector<std::string> paths;
  AuditOptions options{.threads = useful_threads()};
  bool coverage = false;
  bool cross_check = false;
  ObjectAuditOptions objects;
};

// Every figure by its dotted name: what a spreadsheet wants of one file.
report::Table figures_table(const FileFigures& figures) {
  report::Table table{"", {"figure", "value", "reason"}, {}, {}};
  for (const auto& [name, value] : figures.values) {
    table.rows.push_back({name, value.known() ? figure_cell(value) : "", value.reason});
  }
  return table;
}

std::string verdict_of(const CrossChecked& figure) {
  if (!figure.audit) return "unknown";
  return figure.differs() ? "differs" : "equal";
}

report::Table cross_check_table(const CrossCheck& check) {
  report::Table table{"Cross-check", {"figure", "audit", "readelf, objdump", "verdict"}, {}, {}};
  auto cell = [](const Figure& figure) {
    return figure ? report::count_cell(*figure) : std::string("unknown");
  };
  for (const CrossChecked& figure : check.figures) {
    table.rows.push_back(
        {figure.figure, cell(figure.audit), cell(figure.text), verdict_of(figure)});
  }
  for (const std::string& reason : check.not_compared) {
    table.notes.push_back("not compared: " + reason);
  }
  return table;
}

nlohmann::ordered_json cross_check_json(const CrossCheck& check) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const CrossChecked& figure : check.figures) {
    auto value = [](const Figure& number) {
      return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(nullptr);
    };
    figures.push_back({{"figure", figure.figure},
                       {"audit", value(figure.audit)},
                       {"text", value(figure.text)},
                       {"verdict", verdict_of(figure)}});
  }
  return {{"figures", figures}, {"not_compared", check.not_compared}};
}

std::string render_audit(Audit audit, const Library& library,
                         const std::optional<CrossCheck>& check, const std::string& format) {
  if (format == "json") {
    nlohmann::ordered_json json = to_json(std::move(audit));
    if (check) json["cross_check"] = cross_check_json(*check);
    return json_document(json);
  }
  if (format == "csv") {
    return report::as_csv(figures_table(figures_of(audit, library)));
  }
  std::vector<report::Table> tables = audit_tables(audit);
  if (check) tables.push_back(cross_check_table(*check));
  return report::render(tables, format, audit.file);
}

ExitCode audit_one_file(const AuditRequest& request) {
  AuditOptions options = request.options;
  options.name_exports = request.format == "json";
  Library library = read_library(request.paths.front(), options.places);
  LibrarySites sites = find_library_sites(library, WatchList::usual(), options.threads);
  Audit audit = audit_library(library, sites, options);
  if (request.coverage) audit.coverage = coverage_of(library, sites, options.threads);
  std::optional<CrossCheck> check;
  if (request.cross_check) check = cross_check(audit);
  bool complete = audit.complete();
  write_result(request.output, render_audit(std::move(audit), library, check, request.format));
  if (check && check->differs()) return ExitCode::broken_rule;
  if (check && !check->not_compared.empty()) return ExitCode::incomplete;
  return complete ? ExitCode::fine : ExitCode::incomplete;
}

ExitCode audit_many(const AuditRequest& request) {
  LibraryFiles libraries = find_libraries(request.paths);
  if (libraries.files.empty()) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: found no library or executable among {} files, expected one",
                              request.paths.front(), libraries.passed_over));
  }
  SetReport report(request.format == "json");
  AuditOptions options = request.options;
  options.name_exports = request.format == "json";
  audit_each(libraries.files, options,
             [&](std::size_t, SetEntry&& entry) { report.add(std::move(entry)); });
  std::string result =
      request.format == "json"
          ? json_document(std::move(report).json(libraries.passed_over))
          : report::render({report.table(libraries.passed_over)}, request.format, "Libraries");
  write_result(request.output, result);
  if (report.refused() != 0) return ExitCode::bad_input;
  return report.incomplete() == 0 ? ExitCode::fine : ExitCode::incomplete;
}

// Whether all are for a linker. Throws Failure(bad_input) for a mixture.
bool are_object_inputs(const std::vector<std::string>& paths) {
  bool first = is_object_input(paths.front());
  for (const std::string& path : paths) {
    if (is_object_input(path) == first) continue;
    throw Failure(
        ExitCode::bad_input,
        fmt::format("{}: found {}, expected the same kind as {}: all linked, or all for "
                    "a linker",
                    path, first ? "no archive or object" : "an archive or object", paths.front()));
  }
  return first;
}

ExitCode run_audit(const AuditRequest& request) {
  if (are_object_inputs(request.paths)) {
    return audit_objects(request, request.objects, request.paths);
  }
  std::error_code ignored;
  bool one_file =
      request.paths.size() == 1 && !std::filesystem::is_directory(request.paths.front(), ignored);
  return one_file ? audit_one_file(request) : audit_many(request);
}

}  // namespace

void add_audit_command(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<AuditRequest>();
  CLI::App* command = app.add_subcommand(
      "audit", "Show what shared libraries or executables export, relocate, call and weigh");
  command
      ->add_option("PATH", request->paths,
                   "ELF shared libraries or executables, and folders to look for them in; one "
                   "file is shown in full. Or archives, objects and bitcode, as one link sees them")
      ->required();
  add_object_options(*command, request->objects);
  command
      ->add_option("--exports", request->options.export_patterns,
                   "Count exported symbols that match this glob; may be repeated")
      ->capture_default_str()
      ->allow_extra_args(false)
      ->type_name("GLOB");
  add_debug_options(*command, request->options.places);
  command->add_flag("--coverage", request->coverage,
                    "Of one file: also how much of its code could be looked at");
  command->add_flag("--cross-check", request->cross_check,
                    "Of one file: also what readelf and objdump say; exit code 1 when it differs");
  command->add_option("-j,--jobs", request->options.threads, "Threads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_output_options(*command, *request, "text, json, md, csv or html",
                     {"text", "json", "md", "csv", "html"});
  command->callback([request, &exit_code] { exit_code = run_audit(*request); });
}

}  // namespace ltoscope::audit

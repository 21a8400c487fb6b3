// The verb's options, and where its result goes.
#include "audit/sites_command.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "audit/debug_options.h"
#include "audit/site_members.h"
#include "audit/site_origins.h"
#include "audit/site_report.h"
#include "audit/symbol_text.h"
#include "command/json_document.h"
#include "command/output.h"
#include "command/output_options.h"
#include "command/parallel.h"
#include "report/rendering.h"

namespace ltoscope::audit {
namespace {

struct SitesRequest : OutputOptions {
  std::string file;
  std::vector<std::string> callees;
  std::string grouping;
  std::size_t most = 20;
  int threads = useful_threads();
  elf::DebugFilePlaces places;
  std::optional<std::filesystem::path> map;
  bool demangle = false;
};

// In texts and groupings alike; JSON without -C keeps the linker's names.
void demangle_names(SiteList& list) {
  for (SiteRow& row : list.rows) {
    row.function = demangled(row.function);
    for (std::string& callee : row.callees) callee = demangled(callee);
    for (std::string& variable : row.tls_variables) variable = demangled(variable);
    if (!row.origin) continue;
    for (SourceFrame& frame : row.origin->chain) frame.function = demangled(frame.function);
  }
}

std::string render_sites(const SiteList& list, const SitesRequest& request) {
  if (request.format == "json") {
    return json_document(sites_json(list, request.grouping, request.most));
  }
  report::Table table = request.grouping.empty()
                            ? sites_table(list, request.most)
                            : groups_table(list, request.grouping, request.most);
  return report::render({table}, request.format, list.file);
}

ExitCode run_sites(const SitesRequest& request) {
  WatchList watch_list =
      request.callees.empty() ? WatchList::usual() : WatchList::of(request.callees);
  Library library = read_library(request.file, request.places);
  LibrarySites sites = find_library_sites(library, watch_list, request.threads);
  SiteList list = list_sites(library, sites, watch_list);
  add_origins(library, request.places, request.threads, list);
  if (request.map || request.grouping == "member") add_members(library, request.map, list);
  if (request.demangle) demangle_names(list);
  write_result(request.output, render_sites(list, request));
  return is_complete(list, request.grouping) ? ExitCode::fine : ExitCode::incomplete;
}

}  // namespace

void add_sites_command(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<SitesRequest>();
  CLI::App* command =
      app.add_subcommand("sites", "List the call sites of functions, or add them up");
  command->add_option("FILE", request->file, "ELF shared library or executable")->required();
  command
      ->add_option("--callee", request->callees,
                   "A function's symbol, a glob of symbols, \"operator new\" or \"operator "
                   "delete\"; may be repeated. By default what the audit counts")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command->add_option("--by", request->grouping, "Add up by this instead of listing each")
      ->check(CLI::IsMember(site_groupings()))
      ->type_name("WHAT");
  command->add_flag("-C,--demangle", request->demangle, "C++ names as in the source");
  add_debug_options(*command, request->places);
  command
      ->add_option_function<std::string>(
          "--map", [request](const std::string& path) { request->map = path; },
          "The linker's map of this link (lld, GNU ld, gold), which names objects and members of "
          "archives for --by member; without it, compile units of the debug information do")
      ->type_name("FILE");
  command->add_option("-n", request->most, "Rows at most; 0: all")->capture_default_str();
  command->add_option("-j,--jobs", request->threads, "Threads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_output_options(*command, *request, "text, json, md, csv or html",
                     {"text", "json", "md", "csv", "html"});
  command->callback([request, &exit_code] { exit_code = run_sites(*request); });
}

}  // namespace ltoscope::audit

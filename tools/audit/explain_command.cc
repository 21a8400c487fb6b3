// The verb's options, and where its result goes.
#include "audit/explain_command.h"

#include <charconv>
#include <memory>
#include <string>

#include "audit/debug_options.h"
#include "audit/explanation.h"
#include "command/json_document.h"
#include "command/output.h"
#include "command/output_options.h"
#include "command/parallel.h"
#include "report/rendering.h"

namespace ltoscope::audit {
namespace {

struct ExplainRequest : OutputOptions {
  std::string file;
  std::string address;
  elf::DebugFilePlaces places;
};

uint64_t parse_address(const std::string& text) {
  std::string_view digits = text;
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
  uint64_t address = 0;
  auto [end, error] = std::from_chars(digits.begin(), digits.end(), address, 16);
  if (error != std::errc() || end != digits.end() || digits.empty()) {
    throw Failure(ExitCode::bad_input,
                  "explain: found \"" + text + "\", expected an address in hex such as 0x1234");
  }
  return address;
}

std::string render_explanation(const Explanation& explanation, const std::string& format) {
  if (format == "json") return json_document(to_json(explanation));
  report::Table table{explanation.file, {"what", ""}, {}, {}};
  for (const Explained& line : explanation.lines) table.rows.push_back({line.what, line.text});
  return report::render({table}, format, explanation.file);
}

ExitCode run_explain(const ExplainRequest& request) {
  uint64_t address = parse_address(request.address);
  WatchList watch_list = WatchList::usual();
  Library library = read_library(request.file, request.places);
  LibrarySites sites = find_library_sites(library, watch_list, useful_threads());
  Explanation explanation = explain_address(library, sites, watch_list, address, request.places);
  write_result(request.output, render_explanation(explanation, request.format));
  return ExitCode::fine;
}

}  // namespace

void add_explain_command(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<ExplainRequest>();
  CLI::App* command =
      app.add_subcommand("explain", "Show what one address is and what it leads to");
  command->add_option("FILE", request->file, "ELF shared library or executable")->required();
  command->add_option("ADDRESS", request->address, "As other verbs print it, in hex")->required();
  add_debug_options(*command, request->places);
  add_output_options(*command, *request, "text, json or md");
  command->callback([request, &exit_code] { exit_code = run_explain(*request); });
}

}  // namespace ltoscope::audit

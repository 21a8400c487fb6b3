// The verb's options.
#include "gate/diff_command.h"

#include <fmt/format.h>

#include <memory>

#include "command/json_document.h"
#include "command/output.h"
#include "command/output_options.h"
#include "gate/library_diff.h"
#include "report/html_page.h"

namespace ltoscope::gate {
namespace {

struct DiffOptions : OutputOptions {
  std::vector<std::string> files;
  std::string base;
  bool all = false;
};

std::string rendered_diff(const LibraryDiff& diff, const DiffOptions& options) {
  if (options.format == "json") return json_document(diff_as_json(diff));
  std::vector<report::Table> tables = diff_tables(diff, options.all);
  if (options.format == "csv") return report::as_csv(tables.front());
  std::string text;
  for (const report::Table& table : tables) {
    if (options.format == "html") {
      text += report::as_html(table);
      continue;
    }
    if (!text.empty()) text += "\n";
    text += options.format == "md" ? report::as_markdown(table) : report::as_text(table);
  }
  return options.format == "html" ? report::html_page("ltoscope diff", text) : text;
}

ExitCode run_diff(const DiffOptions& options) {
  std::vector<std::string> files = options.files;
  if (!options.base.empty()) files.insert(files.begin(), options.base);
  if (files.size() != 2) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("diff: found {} files, expected OLD and NEW", files.size()));
  }
  LibraryDiff diff = diff_libraries(files[0], files[1]);
  write_result(options.output, rendered_diff(diff, options));
  return exit_code_of(diff);
}

}  // namespace

void add_diff_command(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* verb = app.add_subcommand(
      "diff", "Show what differs between two builds of a library, and what became of call sites");
  verb->footer(
      "Exit codes: 0 the builds are alike; 1 they differ; 2 usage, or a file that is missing, "
      "unreadable or\nmalformed; 3 nothing that is known differs, but something is unknown.\n\n"
      "  ltoscope diff build/no-lto/lib/libengine.so build/thin-lto/lib/libengine.so\n"
      "  ltoscope diff --base old.so -f json new.so");
  verb->add_option("FILE", options->files, "OLD and NEW, or NEW alone with --base");
  verb->add_option("--base", options->base, "The older build")->type_name("OLD");
  verb->add_flag("--all", options->all, "List figures that are equal, too");
  add_output_options(*verb, *options, "text, json, md, html; csv: the figures alone",
                     {"text", "json", "md", "csv", "html"});
  verb->callback([options, &exit_code] { exit_code = run_diff(*options); });
}

}  // namespace ltoscope::gate

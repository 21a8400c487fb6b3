// Options of `report`.
#include "decide/report_command.h"

#include <memory>
#include <string>

#include "command/output.h"
#include "command/output_options.h"
#include "decide/choice.h"
#include "decide/report_page.h"
#include "decide/study_file.h"

namespace ltoscope::decide {
namespace {

struct ReportOptions : OutputOptions {
  std::string study;
};

void report_study(const ReportOptions& options, ExitCode& exit_code) {
  Study study = load_study(options.study);
  Choice choice = choose(study, {});
  std::string page;
  if (options.format == "json") {
    page = page_as_json(study, choice).dump(2) + "\n";
  } else {
    page = options.format == "md" ? page_as_markdown(study, choice) : page_as_text(study, choice);
  }
  write_result(options.output, page);
  exit_code = exit_code_of(study, choice);
}

}  // namespace

void add_report_command(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* verb = app.add_subcommand("report",
                                      "Show a finished study: the decision, the tables behind it, "
                                      "how it was measured, what is unknown");
  verb->add_option("study", options->study, "Folder of a study, or its study.json")
      ->required()
      ->type_name("DIR");
  add_output_options(*verb, *options, "text, json (with all samples) or md");
  verb->callback([options, &exit_code] { report_study(*options, exit_code); });
}

}  // namespace ltoscope::decide

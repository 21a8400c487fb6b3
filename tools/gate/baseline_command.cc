// Writes a baseline anew, or ratchets the one that is there.
#include "gate/baseline_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "command/output.h"
#include "gate/baseline_file.h"
#include "gate/policy.h"

namespace ltoscope::gate {
namespace {

struct BaselineOptions {
  std::vector<std::string> files;
  std::vector<std::string> figures;
  std::vector<std::string> policies;
  std::string output;
  bool update = false;
};

// What the user names, and what rules limit.
std::vector<std::string> wanted_figures(const BaselineOptions& options) {
  std::vector<std::string> wanted = options.figures;
  for (const std::string& name : wanted) {
    if (std::optional<std::string> expected = audit::why_no_figure(name)) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("--figure: found \"{}\", expected {}", name, *expected));
    }
  }
  for (const std::string& policy : options.policies) {
    for (const Rule& rule : read_policy(policy).rules) {
      if (!rule.metric.empty()) wanted.push_back(rule.metric);
    }
  }
  return wanted;
}

Baseline baseline_of_files(const BaselineOptions& options) {
  std::vector<std::string> more = wanted_figures(options);
  Baseline baseline;
  for (const std::string& file : options.files) {
    std::string name = std::filesystem::path(file).filename().string();
    if (baseline.files.contains(name)) {
      throw Failure(
          ExitCode::bad_input,
          fmt::format("{}: found a second file named {}, expected each name once", file, name));
    }
    baseline.files[name] = figures_to_keep(audit::figures_of_file(file), more);
  }
  return baseline;
}

void say_lines(const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  say_progress(title);
  for (const std::string& line : lines) say_progress("  " + line);
}

ExitCode run_baseline(const BaselineOptions& options) {
  Baseline found = baseline_of_files(options);
  if (!options.update) {
    write_result(options.output, baseline_text(found));
    return ExitCode::fine;
  }
  if (options.output.empty()) {
    throw Failure(ExitCode::bad_input, "--update: found no -o, expected the baseline to update");
  }
  Ratchet result = ratchet(read_baseline(options.output), found);
  write_result(options.output, baseline_text(result.baseline));
  say_lines("taken over:", result.better);
  say_lines("added:", result.appeared);
  say_lines("kept, because what was found is worse; write the baseline anew to accept it:",
            result.worse);
  return result.worse.empty() ? ExitCode::fine : ExitCode::broken_rule;
}

}  // namespace

void add_baseline_command(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<BaselineOptions>();
  CLI::App* verb = app.add_subcommand(
      "baseline", "Record the figures of libraries, for `ltoscope check --baseline`");
  verb->footer(
      "One figure a line, in a stable order: made to be kept in a repository and reviewed.\n"
      "Exit codes: 0 written; 1 with --update, when a figure is worse than the baseline says (it "
      "is kept);\n2 usage, or a file that is missing, unreadable or malformed.\n\n"
      "  ltoscope baseline -o base.json libengine.so\n"
      "  ltoscope baseline --update -o base.json --figure 'exports.Java_*' libengine.so");
  verb->add_option("FILE", options->files, "ELF shared libraries or executables")->required();
  verb->add_option("--figure", options->figures,
                   "Record this figure, too, such as 'exports.Java_*'; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  verb->add_option("-p,--policy", options->policies,
                   "Record the figures that this policy limits, too; may be repeated")
      ->allow_extra_args(false)
      ->type_name("POLICY");
  verb->add_option("-o,--output", options->output,
                   "Write the baseline to this file, whole or not at all")
      ->type_name("FILE");
  verb->add_flag("--update", options->update,
                 "Take figures over that are better than those in the file of -o, and keep those "
                 "that became worse");
  verb->add_flag_callback("-q,--quiet", silence_progress, "No list of changes on stderr");
  verb->callback([options, &exit_code] { exit_code = run_baseline(*options); });
}

}  // namespace ltoscope::gate

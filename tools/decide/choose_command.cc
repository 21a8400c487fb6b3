// Options of `choose`.
#include "decide/choose_command.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "command/output.h"
#include "command/output_options.h"
#include "command/version.h"
#include "decide/choice.h"
#include "decide/choice_text.h"
#include "decide/limits.h"
#include "decide/study_file.h"

namespace ltoscope::decide {
namespace {

struct ChooseOptions : OutputOptions {
  std::string study;
  std::string rebuild_cpu;
  std::string memory;
};

void choose_preset(const ChooseOptions& options, ExitCode& exit_code) {
  Limits limits;
  if (!options.rebuild_cpu.empty())
    limits.rebuild_cpu_seconds = parse_seconds_limit(options.rebuild_cpu);
  if (!options.memory.empty()) limits.memory_bytes = parse_bytes_limit(options.memory);
  Choice choice = choose(load_study(options.study), limits);
  exit_code = exit_code_of(choice);
  if (options.format == "json") {
    nlohmann::json unknown = nlohmann::json::array();
    for (const std::string& missing : choice.missing)
      unknown.push_back({{"metric", "choice"}, {"reason", missing}});
    nlohmann::json result = {
        {"schema_version", 1},
        {"tool", tool_name},
        {"complete", exit_code != ExitCode::incomplete},
        {"unknown", unknown},
        {"limits", {{"rebuild_cpu", options.rebuild_cpu}, {"memory", options.memory}}},
        {"choice", to_json(choice)}};
    write_result(options.output, result.dump(2) + "\n");
  } else {
    write_result(options.output, options.format == "md" ? as_markdown(choice) : as_text(choice));
  }
}

}  // namespace

void add_choose_command(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<ChooseOptions>();
  CLI::App* verb = app.add_subcommand("choose",
                                      "Choose a preset for daily work and one for the release from "
                                      "a finished study, with the numbers that "
                                      "decide");
  verb->footer(
      "Daily work: the lowest CPU time of a rebuild after an edit. Release: the lowest total "
      "runtime, where it differs\n"
      "from the baseline's; where none does, the cheapest clean build. Overlapping ranges are a "
      "tie, which the earlier\n"
      "preset wins. A preset that exports or answers anything else than the baseline is never "
      "chosen.");
  verb->add_option("study", options->study, "Folder of a study, or its study.json")
      ->required()
      ->type_name("DIR");
  verb->add_option("--max-rebuild-cpu", options->rebuild_cpu,
                   "Leave out presets whose rebuild after an edit takes more CPU time: a multiple "
                   "of the baseline's "
                   "(2x) or seconds (90s)")
      ->type_name("LIMIT");
  verb->add_option(
          "--max-memory", options->memory,
          "Leave out presets whose build needs more memory in all its processes: a multiple of the "
          "baseline's (2x) or bytes (8GiB)")
      ->type_name("LIMIT");
  add_output_options(*verb, *options, "text, json or md");
  verb->callback([options, &exit_code] { choose_preset(*options, exit_code); });
}

}  // namespace ltoscope::decide

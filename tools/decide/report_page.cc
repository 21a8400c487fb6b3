// Sections of the page, each as text or as Markdown.
#include "decide/report_page.h"

#include <fmt/format.h>

#include <vector>

#include "decide/choice_text.h"
#include "decide/decision_table.h"
#include "decide/export_check.h"
#include "decide/library_table.h"
#include "report/cost_table.h"
#include "report/table.h"
#include "runtime/runtime_table.h"

namespace ltoscope::decide {
namespace {

using nlohmann::json;

std::string text_of(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || object[key].is_null()) return "unknown";
  const json& value = object[key];
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// "1.2, 3.4" of a list, "avg10 1.2, avg60 3.4" of an object.
std::string values_of(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_structured())
    return "unknown";
  std::vector<std::string> values;
  for (const auto& [name, value] : object[key].items()) {
    values.push_back(object[key].is_array() ? value.dump() : name + " " + value.dump());
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

std::string bytes_of(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_number_integer())
    return "unknown";
  return report::bytes_cell(object[key].get<int64_t>());
}

std::string commit_of(const json& project) {
  return project.is_object() && project.contains("commit") && project["commit"].is_null()
             ? fmt::format("unknown: {}", text_of(project, "commit_reason"))
             : text_of(project, "commit");
}

std::vector<std::string> how_it_was_measured(const Study& study) {
  std::vector<std::string> lines;
  const json& machine = study.machine;
  lines.push_back(fmt::format("Machine: {}; {} cores available; {} of memory; {}; {}",
                              text_of(machine, "cpu_model"), text_of(machine, "cores_available"),
                              bytes_of(machine, "memory_bytes"), text_of(machine, "system"),
                              text_of(machine, "kernel")));
  lines.push_back(
      fmt::format("Load at the start (1, 5, 15 minutes): {}; CPU pressure in percent: {}",
                  values_of(machine, "load_average"), values_of(machine, "cpu_pressure")));
  json toolchain = machine.is_object() ? machine.value("toolchain", json()) : json();
  json compilers =
      toolchain.is_object() ? toolchain.value("compilers", json::object()) : json::object();
  if (compilers.empty()) lines.push_back("Compiler: unknown");
  for (const auto& [language, compiler] : compilers.items()) {
    lines.push_back(fmt::format("Compiler ({}): {} ({})", language, text_of(compiler, "version"),
                                text_of(compiler, "path")));
  }
  lines.push_back(fmt::format(
      "Linker: {}; {}; ninja {}",
      toolchain.is_object() ? text_of(toolchain.value("linker", json()), "version") : "unknown",
      text_of(machine, "cmake"), text_of(machine, "ninja")));
  lines.push_back("Project: " + text_of(study.project, "folder"));
  lines.push_back("Commit: " + commit_of(study.project));
  lines.push_back("Fingerprint of the sources: " + text_of(study.project, "sources"));
  lines.push_back(fmt::format("Touched: {}; edited: {} in {}", text_of(study.project, "touch"),
                              text_of(study.project, "edit_function"),
                              text_of(study.project, "edit_file")));
  lines.push_back(fmt::format("Builds: {}, presets take turns, in a copy of the sources",
                              build_rounds_text(study.settings)));
  lines.push_back(fmt::format(
      "Runs: {} rounds of one fresh process for each preset, in rotating order, of `{}`",
      study.settings.run_rounds, fmt::join(study.settings.host_command, " ")));
  lines.push_back("Measured by " + study.tool);
  return lines;
}

std::vector<std::string> what_is_unknown(const Study& study) {
  std::vector<std::string> lines;
  for (const runtime::Unknown& unknown : unknown_of(study)) {
    lines.push_back(fmt::format("{}: {}", unknown.metric, unknown.reason));
  }
  if (lines.empty()) lines.push_back("Nothing: every figure was measured.");
  return lines;
}

std::vector<report::Table> tables_of(const Study& study) {
  report::Table runtimes = runtime::runtime_table(comparison_of(study), study.settings.warmup);
  // What is unknown has its own section.
  std::erase_if(runtimes.notes,
                [](const std::string& note) { return note.starts_with("unknown: "); });
  return {report::cost_table(study.cost_samples, study.presets), library_table(study), runtimes};
}

}  // namespace

std::string page_as_text(const Study& study, const Choice& choice) {
  std::string page = report::as_text(decision_table(study)) + "\n" + as_text(choice);
  for (const report::Table& table : tables_of(study)) page += "\n" + report::as_text(table);
  page += "\nHow it was measured\n";
  for (const std::string& line : how_it_was_measured(study)) page += "  " + line + "\n";
  page += "\nUnknown\n";
  for (const std::string& line : what_is_unknown(study)) page += "  " + line + "\n";
  return page;
}

std::string page_as_markdown(const Study& study, const Choice& choice) {
  std::string page =
      fmt::format("# Which preset: {}\n\n## Decision\n\n", fmt::join(study.presets, ", "));
  page += as_markdown(choice) + report::as_markdown(decision_table(study));
  for (report::Table table : tables_of(study)) {
    page += "\n## " + table.title + "\n\n";
    table.title.clear();
    page += report::as_markdown(table);
  }
  page += "\n## How it was measured\n\n";
  for (const std::string& line : how_it_was_measured(study)) page += "- " + line + "\n";
  page += "\n## Unknown\n\n";
  for (const std::string& line : what_is_unknown(study)) page += "- " + line + "\n";
  return page;
}

json page_as_json(const Study& study, const Choice& choice) {
  json page = to_json(study);
  std::vector<runtime::Unknown> unknown = unknown_of(study);
  page["complete"] = exit_code_of(study, choice) != ExitCode::incomplete && unknown.empty();
  page["unknown"] = runtime::to_json(unknown);
  json differences = json::array();
  for (const ExportDifference& difference : export_differences(study)) {
    differences.push_back({{"preset", difference.preset},
                           {"missing", difference.missing},
                           {"added", difference.added}});
  }
  page["exports"] = {{"differences", differences}};
  page["runtime"] = runtime::to_json(comparison_of(study));
  page["choice"] = to_json(choice);
  return page;
}

ExitCode exit_code_of(const Study& study, const Choice& choice) {
  ExitCode code = exit_code_of(choice);
  if (code == ExitCode::fine && !unknown_of(study).empty()) return ExitCode::incomplete;
  return code;
}

}  // namespace ltoscope::decide

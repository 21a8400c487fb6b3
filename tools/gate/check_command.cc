// The verb's options, and the rendering that was asked for.
#include "gate/check_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "command/json_document.h"
#include "command/output.h"
#include "command/output_options.h"
#include "gate/builtin_policies.h"
#include "gate/check.h"
#include "gate/check_report.h"
#include "gate/check_sarif.h"

namespace ltoscope::gate {
namespace {

struct CheckOptions : OutputOptions {
  std::vector<std::string> policies;
  std::vector<std::string> native_methods;
  std::string baseline;
  std::string shown_policy;
  bool warn_only = false;
  CheckInputs inputs;
};

std::string builtin_names() {
  std::vector<std::string_view> names;
  for (const BuiltinPolicy& policy : builtin_policies()) names.push_back(policy.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// The policy that the command line itself makes up.
Policy policy_of_native_methods(const std::vector<std::string>& entries) {
  Rule rule;
  rule.id = "native-methods";
  rule.reason = "Java finds a native method by the name of its symbol.";
  rule.policy = "--native";
  rule.built_in = true;
  rule.kind = RuleKind::required_jni;
  for (const std::string& entry : entries) {
    std::vector<WantedMethod> methods = wanted_methods(entry, {}, "--native");
    rule.methods.insert(rule.methods.end(), methods.begin(), methods.end());
  }
  return {rule.policy, {rule}};
}

std::vector<Policy> policies_of(const CheckOptions& options) {
  std::vector<Policy> policies;
  for (const std::string& policy : options.policies) policies.push_back(read_policy(policy));
  if (!options.native_methods.empty()) {
    policies.push_back(policy_of_native_methods(options.native_methods));
  }
  if (policies.empty()) {
    throw Failure(
        ExitCode::bad_input,
        fmt::format("check: found no --policy, expected a file or one of {}", builtin_names()));
  }
  for (Policy& policy : policies) {
    for (Rule& rule : policy.rules) {
      if (options.warn_only) rule.severity = Severity::warning;
    }
  }
  return policies;
}

std::string rendered(const CheckResult& result, const std::string& format) {
  if (format == "json") return json_document(check_as_json(result));
  if (format == "sarif") return json_document(check_as_sarif(result));
  if (format == "md") return check_as_markdown(result);
  if (format == "csv") return check_as_csv(result);
  if (format == "html") return check_as_html(result);
  return check_as_text(result);
}

std::chrono::year_month_day today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

void show_policy(const CheckOptions& options) {
  for (const BuiltinPolicy& policy : builtin_policies()) {
    if (policy.name != options.shown_policy) continue;
    write_result(options.output, policy.text);
    return;
  }
  throw Failure(ExitCode::bad_input, fmt::format("--show-policy: found {}, expected one of {}",
                                                 options.shown_policy, builtin_names()));
}

ExitCode check_and_write(CheckOptions& options) {
  if (!options.shown_policy.empty()) {
    show_policy(options);
    return ExitCode::fine;
  }
  if (options.inputs.files.empty()) {
    throw Failure(ExitCode::bad_input, "check: found no FILE, expected at least one");
  }
  std::vector<Policy> policies = policies_of(options);
  if (!options.baseline.empty()) {
    options.inputs.baseline = read_baseline(options.baseline);
    options.inputs.baseline_name = options.baseline;
  }
  CheckResult result = check_files(policies, options.inputs, today());
  write_result(options.output, rendered(result, options.format));
  return exit_code_of(result);
}

ExitCode run_check(CheckOptions& options) {
  try {
    return check_and_write(options);
  } catch (const Failure& failure) {
    // Whoever reads the document must see that there was no check.
    if (options.format == "sarif" && options.shown_policy.empty()) {
      write_result(options.output,
                   json_document(failed_run_as_sarif(failure.what(), failure.code())));
    }
    throw;
  }
}

}  // namespace

void add_check_command(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* verb = app.add_subcommand(
      "check",
      "Check libraries against a policy: exit 0 when all rules pass, 1 when one is broken");
  verb->footer(
      "Exit codes, the same in every format: 0 all rules passed; 1 a rule is broken; 2 usage, or a "
      "file that is\nmissing, unreadable or malformed; 3 a rule could not be decided, because a "
      "figure is unknown.\nRules with severity = \"warning\" are shown and change nothing.\n\n"
      "  ltoscope check --policy jni libengine.so\n"
      "  ltoscope check --policy jni --native build/org/acme/Engine.class libengine.so\n"
      "  ltoscope check --policy gate.toml --baseline base.json -f sarif -o check.sarif lib*.so\n"
      "  ltoscope check --show-policy plugin > gate.toml     # a start for one of your own\n\n"
      "The format of policies is in docs/check.md.");
  verb->add_option("FILE", options->inputs.files, "ELF shared libraries or executables");
  verb->add_option("-p,--policy", options->policies,
                   fmt::format("A policy in TOML, or one of {}; may be repeated", builtin_names()))
      ->allow_extra_args(false)
      ->type_name("POLICY");
  verb->add_option("--native", options->native_methods,
                   "Require the native methods of this class file (.class), or this one, such as "
                   "'org.acme.Engine.open(int, java.lang.String)'; may be repeated")
      ->allow_extra_args(false)
      ->type_name("METHODS");
  verb->add_option("--archive", options->inputs.archives,
                   "An archive or object that the libraries were linked from: missing entry points "
                   "are looked up in it; may be repeated")
      ->allow_extra_args(false)
      ->type_name("ARCHIVE");
  CLI::Option* baseline =
      verb->add_option("--baseline", options->baseline,
                       "Compare with the figures in this file, which `ltoscope baseline` wrote")
          ->type_name("JSON");
  verb->add_option("--base", options->inputs.base_libraries,
                   "Compare with this older build; with several FILEs one of each name")
      ->allow_extra_args(false)
      ->excludes(baseline)
      ->type_name("OLD");
  verb->add_flag("--warn-only", options->warn_only, "Treat every rule as one that only warns");
  verb->add_option("--show-policy", options->shown_policy, "Print a built-in policy and leave")
      ->type_name("NAME");
  add_output_options(*verb, *options, "text, json, md, csv, sarif or html",
                     {"text", "json", "md", "csv", "sarif", "html"});
  verb->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace ltoscope::gate

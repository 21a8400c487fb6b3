// The command: parses the line, hands it to the verb that was named, and turns whatever ends the
// work into one line on stderr and an exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "audit/audit_command.h"
#include "audit/explain_command.h"
#include "audit/sites_command.h"
#include "buildcost/cost_command.h"
#include "command/failure.h"
#include "command/version.h"
#include "decide/choose_command.h"
#include "decide/report_command.h"
#include "decide/run_command.h"
#include "decide/study_command.h"
#include "gate/baseline_command.h"
#include "gate/check_command.h"
#include "gate/diff_command.h"

namespace ltoscope {
namespace {

int as_number(ExitCode code) { return static_cast<int>(code); }

// Help and version are asked for and go to stdout; anything else is a usage error.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == as_number(ExitCode::fine)) return app.exit(error);
  fmt::print(stderr, "ltoscope: {}; see ltoscope --help\n", error.what());
  return as_number(ExitCode::bad_input);
}

int run(int argument_count, char** arguments) {
  ExitCode exit_code = ExitCode::fine;
  CLI::App app(
      "Shows how a shared library should be link-time optimised, and what each choice costs and "
      "gives.",
      "ltoscope");
  app.set_version_flag("--version", tool_name, "Print the version and leave");
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  audit::add_audit_command(app, exit_code);
  audit::add_sites_command(app, exit_code);
  audit::add_explain_command(app, exit_code);
  gate::add_diff_command(app, exit_code);
  gate::add_check_command(app, exit_code);
  gate::add_baseline_command(app, exit_code);
  buildcost::add_cost_command(app, exit_code);
  decide::add_run_command(app, exit_code);
  decide::add_study_command(app, exit_code);
  decide::add_choose_command(app, exit_code);
  decide::add_report_command(app, exit_code);
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error);
  } catch (const Failure& failure) {
    fmt::print(stderr, "ltoscope: {}\n", failure.what());
    return as_number(failure.code());
  }
  return as_number(exit_code);
}

}  // namespace
}  // namespace ltoscope

int main(int argument_count, char** arguments) {
  try {
    return ltoscope::run(argument_count, arguments);
  } catch (const std::bad_alloc&) {
    std::fputs("ltoscope: out of memory: the work is incomplete\n", stderr);
    return static_cast<int>(ltoscope::ExitCode::incomplete);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ltoscope: %s\n", error.what());
    return static_cast<int>(ltoscope::ExitCode::bad_input);
  }
}

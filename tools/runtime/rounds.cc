// Rotating rounds of fresh host processes.
#include "runtime/rounds.h"

#include <fmt/format.h>

#include <expected>

#include "runtime/command_words.h"
#include "runtime/host_output.h"

namespace ltoscope::runtime {
namespace {

std::unexpected<Failure> failed(const Variant& variant, int64_t round, const std::string& what,
                                const HostExit& exit) {
  std::string message = fmt::format("variant {}, round {}: {}", variant.name, round, what);
  if (!exit.last_error_line.empty()) {
    message += fmt::format("; its last line on stderr: {}", exit.last_error_line);
  }
  return std::unexpected(Failure(ExitCode::incomplete, message));
}

std::expected<ProcessResult, Failure> result_of(const Variant& variant, int64_t round,
                                                int64_t position, const HostExit& exit) {
  if (std::string fault = fault_of(exit); !fault.empty())
    return failed(variant, round, fault, exit);
  std::expected<HostOutput, std::string> output = parse_host_output(exit.output);
  if (!output)
    return failed(variant, round, "the host exited with code 0 but " + output.error(), exit);

  ProcessResult result{variant.name, round, {}, std::move(output->information)};
  for (HostSample& sample : output->samples) {
    result.samples.push_back({variant.name, round, position, std::move(sample.query),
                              sample.iteration, sample.nanoseconds, std::move(sample.result_hash)});
  }
  return result;
}

}  // namespace

std::vector<std::size_t> round_order(int64_t round, std::size_t count) {
  std::vector<std::size_t> order;
  for (std::size_t place = 0; place < count; ++place) {
    order.push_back((static_cast<std::size_t>(round - 1) + place) % count);
  }
  return order;
}

void run_rounds(const RunPlan& plan, const std::set<std::pair<std::string, int64_t>>& already_have,
                const RunHost& run_host, const Observers& observers) {
  std::set<std::string> left_out;
  for (int64_t round = 1; round <= plan.rounds; ++round) {
    int64_t position = 0;
    for (std::size_t index : round_order(round, plan.variants.size())) {
      const Variant& variant = plan.variants[index];
      ++position;
      if (left_out.contains(variant.name) || already_have.contains({variant.name, round})) continue;
      std::vector<std::string> words =
          fill_placeholders(plan.command, {{"library", variant.library.string()}});
      std::expected<ProcessResult, Failure> result =
          result_of(variant, round, position, run_host(words));
      if (result) {
        observers.take(*result);
      } else {
        observers.fail(variant, result.error());
        left_out.insert(variant.name);
      }
    }
  }
}

}  // namespace ltoscope::runtime

// Run samples to and from JSON.
#include "runtime/run_sample.h"

#include <fmt/format.h>

#include "command/failure.h"

namespace ltoscope::runtime {

nlohmann::json to_json(const RunSample& sample) {
  return {{"kind", "run"},
          {"variant", sample.variant},
          {"round", sample.round},
          {"position", sample.position},
          {"query", sample.query},
          {"iteration", sample.iteration},
          {"nanoseconds", sample.nanoseconds},
          {"result_hash", sample.result_hash}};
}

RunSample run_sample_from_json(const nlohmann::json& line) {
  try {
    RunSample sample;
    line.at("variant").get_to(sample.variant);
    line.at("round").get_to(sample.round);
    line.at("position").get_to(sample.position);
    line.at("query").get_to(sample.query);
    line.at("iteration").get_to(sample.iteration);
    line.at("nanoseconds").get_to(sample.nanoseconds);
    line.at("result_hash").get_to(sample.result_hash);
    return sample;
  } catch (const nlohmann::json::exception& problem) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("a run sample is malformed: {}", problem.what()));
  }
}

}  // namespace ltoscope::runtime

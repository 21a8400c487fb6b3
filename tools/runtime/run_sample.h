// One timed query: what a host measured in one iteration, and in which round and place it ran.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace ltoscope::runtime {

struct RunSample {
  std::string variant;
  int64_t round = 0;     // from 1
  int64_t position = 0;  // from 1: which process of its round this was
  std::string query;
  int64_t iteration = 0;  // from 1, within one process
  int64_t nanoseconds = 0;
  std::string result_hash;
};

nlohmann::json to_json(const RunSample& sample);
// Throws Failure(bad_input) when a field is missing or of the wrong type.
RunSample run_sample_from_json(const nlohmann::json& line);

}  // namespace ltoscope::runtime

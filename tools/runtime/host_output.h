// Reads what a host prints on stdout: JSON Lines. An object with a "query" key is a sample
//   {"query":"Q1","iteration":1,"nanoseconds":123456,"result_hash":"defd1eb57fceaafb"}
// and any other object is information about the run (which library, its memory balance), kept as it
// is.
#pragma once

#include <cstdint>
#include <expected>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ltoscope::runtime {

struct HostSample {
  std::string query;
  int64_t iteration = 0;  // from 1; each at most once per query
  int64_t nanoseconds = 0;
  std::string result_hash;
};

struct HostOutput {
  std::vector<HostSample> samples;  // in the order of printing; never empty
  std::vector<nlohmann::json> information;
};

// The error says in words which line is wrong, or that there was no sample.
std::expected<HostOutput, std::string> parse_host_output(std::string_view text);

}  // namespace ltoscope::runtime

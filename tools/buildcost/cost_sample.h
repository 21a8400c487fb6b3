// One measurement of one build, and its JSON form.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ltoscope::buildcost {

enum class Scenario {
  clean,  // everything, in a fresh, configured build folder
  no_op,  // nothing is out of date
  touch,  // one source has a new time and the same text
  edit,   // one function of one source has another body
};
inline constexpr std::array all_scenarios = {Scenario::clean, Scenario::no_op, Scenario::touch,
                                             Scenario::edit};
std::string scenario_name(Scenario scenario);  // "clean", "no_op", "touch", "edit"

// What could not be measured and why. The metric of a scenario that failed its proof is "all".
struct Unknown {
  std::string metric;
  std::string reason;
};

struct CostSample {
  std::string preset;
  Scenario scenario = Scenario::clean;
  int64_t round = 1;
  int64_t jobs = 1;  // commands that ninja ran at once, at most

  std::optional<double> wall_seconds;
  std::optional<double> user_seconds;
  std::optional<double> system_seconds;
  std::optional<int64_t> largest_process_bytes;
  std::optional<int64_t> largest_tree_bytes;
  std::optional<int64_t> edges;
  std::optional<int64_t> library_bytes;

  std::string process_method;
  std::string tree_method;
  std::optional<double> largest_gap_seconds;  // between two samples of the tree
  // "cold": nothing was kept from an earlier build. "warm": the build folder is that of an earlier
  // build, an incremental ThinLTO cache in it included. "unknown": a ThinLTO cache lies outside the
  // build folder.
  std::string cache;
  std::optional<double>
      configure_seconds;  // of the configure before a clean build; not part of its figures

  std::vector<std::string> notes;  // a compiler cache that was allowed, a suspicious figure
  std::vector<Unknown> unknown;
};

// Makes every figure unknown for one reason.
void void_figures(CostSample& sample, const std::string& reason);

nlohmann::json to_json(const CostSample& sample);

// For a line about progress: "thin-lto, clean: 34.2 s", or why its time is unknown.
std::string in_short(const CostSample& sample);

}  // namespace ltoscope::buildcost

// The JSON keys of a sample.
#include "buildcost/cost_sample.h"

#include <fmt/format.h>

#include "report/table.h"

namespace ltoscope::buildcost {
namespace {

template <class Number>
nlohmann::json number_or_null(const std::optional<Number>& number) {
  return number ? nlohmann::json(*number) : nlohmann::json(nullptr);
}

nlohmann::json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::json(nullptr) : nlohmann::json(text);
}

}  // namespace

std::string scenario_name(Scenario scenario) {
  switch (scenario) {
    case Scenario::clean:
      return "clean";
    case Scenario::no_op:
      return "no_op";
    case Scenario::touch:
      return "touch";
    case Scenario::edit:
      return "edit";
  }
  return "";
}

void void_figures(CostSample& sample, const std::string& reason) {
  CostSample empty;
  empty.preset = sample.preset;
  empty.scenario = sample.scenario;
  empty.round = sample.round;
  empty.jobs = sample.jobs;
  empty.cache = sample.cache;
  empty.configure_seconds = sample.configure_seconds;
  empty.notes = sample.notes;
  empty.unknown = {{"all", reason}};
  sample = empty;
}

nlohmann::json to_json(const CostSample& sample) {
  nlohmann::json unknown = nlohmann::json::array();
  for (const Unknown& entry : sample.unknown) {
    unknown.push_back({{"metric", entry.metric}, {"reason", entry.reason}});
  }
  return {
      {"kind", "cost"},
      {"preset", sample.preset},
      {"scenario", scenario_name(sample.scenario)},
      {"round", sample.round},
      {"jobs", sample.jobs},
      {"wall_seconds", number_or_null(sample.wall_seconds)},
      {"user_seconds", number_or_null(sample.user_seconds)},
      {"system_seconds", number_or_null(sample.system_seconds)},
      {"largest_process_bytes", number_or_null(sample.largest_process_bytes)},
      {"process_method", text_or_null(sample.process_method)},
      {"largest_tree_bytes", number_or_null(sample.largest_tree_bytes)},
      {"tree_method", text_or_null(sample.tree_method)},
      {"largest_gap_seconds", number_or_null(sample.largest_gap_seconds)},
      {"edges", number_or_null(sample.edges)},
      {"library_bytes", number_or_null(sample.library_bytes)},
      {"cache", sample.cache},
      {"configure_seconds", number_or_null(sample.configure_seconds)},
      {"notes", sample.notes},
      {"unknown", unknown},
  };
}

std::string in_short(const CostSample& sample) {
  std::string time = sample.wall_seconds ? report::seconds_cell(*sample.wall_seconds)
                                         : "unknown: " + sample.unknown.front().reason;
  return fmt::format("{}, {}: {}", sample.preset, scenario_name(sample.scenario), time);
}

}  // namespace ltoscope::buildcost

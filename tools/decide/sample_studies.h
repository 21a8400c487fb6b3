// Studies made of synthetic samples, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decide/study_file.h"

namespace ltoscope::decide {

inline nlohmann::json cost_sample(const std::string& preset, const std::string& scenario,
                                  int64_t round, double cpu_seconds,
                                  int64_t tree_bytes = 100 << 20) {
  return {{"kind", "cost"},
          {"preset", preset},
          {"scenario", scenario},
          {"round", round},
          {"wall_seconds", cpu_seconds / 2},
          {"user_seconds", cpu_seconds * 0.75},
          {"system_seconds", cpu_seconds * 0.25},
          {"largest_process_bytes", tree_bytes / 2},
          {"largest_tree_bytes", tree_bytes},
          {"tree_method", "PSS of the process tree, sampled every 20 ms"},
          {"edges", 3},
          {"library_bytes", 4096},
          {"unknown", nlohmann::json::array()}};
}

inline nlohmann::json failed_cost_sample(const std::string& preset, const std::string& scenario,
                                         const std::string& reason) {
  nlohmann::json sample = cost_sample(preset, scenario, 1, 1);
  for (const char* figure :
       {"wall_seconds", "user_seconds", "system_seconds", "largest_process_bytes",
        "largest_tree_bytes", "edges", "library_bytes"}) {
    sample[figure] = nullptr;
  }
  sample["unknown"] = {{{"metric", "all"}, {"reason", reason}}};
  return sample;
}

// Three rounds around each of the medians.
inline void add_costs(Study& study, const std::string& preset, double clean_cpu,
                      double rebuild_cpu) {
  for (int64_t round = 1; round <= 3; ++round) {
    double factor = 1 + 0.01 * static_cast<double>(round - 2);
    study.cost_samples.push_back(cost_sample(preset, "clean", round, clean_cpu * factor));
    study.cost_samples.push_back(cost_sample(preset, "no_op", round, 0.01 * factor));
    study.cost_samples.push_back(cost_sample(preset, "touch", round, rebuild_cpu * factor));
    study.cost_samples.push_back(cost_sample(preset, "edit", round, rebuild_cpu * factor));
  }
}

// Three rounds of three iterations around `milliseconds`, the first of them slow.
inline void add_runs(Study& study, const std::string& preset, const std::string& query,
                     double milliseconds, const std::string& hash = "aa") {
  for (int64_t round = 1; round <= 3; ++round) {
    for (int64_t iteration = 1; iteration <= 3; ++iteration) {
      double factor = iteration == 1 ? 3 : 1 + 0.002 * static_cast<double>(round + iteration - 4);
      study.run_samples.push_back({preset, round, 1, query, iteration,
                                   static_cast<int64_t>(milliseconds * factor * 1e6), hash});
    }
  }
}

inline void add_audit(Study& study, const std::string& preset, std::vector<std::string> exports,
                      int64_t malloc_calls) {
  study.audits[preset] = {
      {"exports",
       {{"total", exports.size()},
        {"by_pattern", {{"engine_*", exports.size()}}},
        {"names", exports}}},
      {"relocations", {{"DTPMOD64", 2}, {"DTPOFF64", 0}, {"TPOFF64", 0}, {"TLSDESC", 0}}},
      {"calls", {{"malloc", {{"call", malloc_calls}, {"tail_jump", 1}}}}},
      {"tls", {{"size", 16}, {"static_tls", false}}},
      {"size", {{"file", 2'000'000}, {"text", 800'000}}},
      {"complete", true},
      {"unknown", nlohmann::json::array()}};
}

// no-lto and thin-lto, complete and different in nothing but what a test adds: it adds the runs.
inline Study study_of_two(double thin_rebuild_cpu) {
  Study study;
  study.tool = "ltoscope 0.1.0";
  study.machine = {
      {"cpu_model", "A CPU"}, {"cores_available", 2}, {"unknown", nlohmann::json::array()}};
  study.project = {{"folder", "/project"}, {"commit", nullptr}};
  study.presets = {"no-lto", "thin-lto"};
  study.settings = {3, 3, 1, {"host", "{library}"}};
  add_costs(study, "no-lto", 100, 10);
  add_costs(study, "thin-lto", 120, thin_rebuild_cpu);
  add_audit(study, "no-lto", {"engine_open"}, 4);
  add_audit(study, "thin-lto", {"engine_open"}, 124);
  return study;
}

}  // namespace ltoscope::decide

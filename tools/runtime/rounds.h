// The measuring plan: in every round each variant runs once, in a fresh process, and the round's
// order rotates (A B C, B C A, C A B, ...), so that no variant always meets the machine warm or
// cold.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "command/failure.h"
#include "runtime/host_process.h"
#include "runtime/run_sample.h"

namespace ltoscope::runtime {

struct Variant {
  std::string name;
  std::filesystem::path library;
};

struct RunPlan {
  std::vector<Variant> variants;     // the first is the baseline
  std::vector<std::string> command;  // words; "{library}" stands for the variant's library
  int64_t rounds = 0;
};

// What one host process gave.
struct ProcessResult {
  std::string variant;
  int64_t round = 0;
  std::vector<RunSample> samples;  // never empty
  std::vector<nlohmann::json> information;
};

// A seam for tests: runs one host command to its end.
using RunHost = std::function<HostExit(const std::vector<std::string>& words)>;

struct Observers {
  std::function<void(const ProcessResult&)> take;  // called as soon as each process has ended well
  // Called when a host crashed, failed or printed what is not a sample. When it returns, the
  // variant is left out of all later rounds; it may throw to end the run.
  std::function<void(const Variant&, const Failure&)> fail;
};

// Positions in `count` variants in the order of round `round` (from 1).
std::vector<std::size_t> round_order(int64_t round, std::size_t count);

// Runs the plan, but for the {variant, round} pairs in already_have. An interruption is thrown.
void run_rounds(const RunPlan& plan, const std::set<std::pair<std::string, int64_t>>& already_have,
                const RunHost& run_host, const Observers& observers);

}  // namespace ltoscope::runtime

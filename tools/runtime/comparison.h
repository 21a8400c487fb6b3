// Compares variants by their run samples. Pure: the same samples give the same comparison.
//
// Which samples count: of every process the first `warmup` iterations of each query are dropped,
// the others of all rounds are pooled. What is said of them is their median and their range.
//
// The total is taken over passes, not over medians. A pass is one iteration of one process over all
// queries; its total is the sum of what that process measured in it. So the total has as many
// samples as a query and an honest range, but its median need not be the sum of the queries'
// medians. A pass that lacks a query which another variant ran does not count.
//
// "differs" is claimed only when all of these hold, else "no difference shown":
//   - the two ranges do not overlap,
//   - the medians are apart by at least smallest_relative_difference and
//   smallest_absolute_difference_ns,
//   - both sides have at least fewest_samples; with fewer it is "too few samples".
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/statistics.h"
#include "runtime/run_sample.h"

namespace ltoscope::runtime {

// Two sets of n samples from one distribution separate by chance in 2/C(2n,n) of all comparisons:
// for 3 that is 10 %, for 4 it is 3 %.
inline constexpr int64_t fewest_samples = 4;
// Below this, where a process happens to lay out its memory moves more than any code does.
inline constexpr double smallest_relative_difference = 0.005;
// About what two readings of the clock cost.
inline constexpr double smallest_absolute_difference_ns = 100;

enum class Verdict { baseline, differs, no_difference_shown, too_few_samples, unknown };

// "baseline", "differs", "no difference shown", "too few samples", "unknown".
std::string words_of(Verdict verdict);

struct ComparedCell {
  std::string variant;
  std::optional<report::Summary> nanoseconds;  // nothing: this variant has no sample of it
  std::optional<double> change_percent;        // of the median, against the baseline's
  Verdict verdict = Verdict::unknown;          // against the baseline
};

struct ComparedRow {
  std::string query;                // or "Total"
  std::vector<ComparedCell> cells;  // one for each variant, in their order
};

// A sample whose result is not what the first sample of its query gave.
struct Disagreement {
  std::string query;
  std::string variant;
  std::string hash;
  std::string expected_variant;
  std::string expected_hash;
};

struct Unknown {
  std::string metric;
  std::string reason;
};

struct Comparison {
  std::vector<std::string> variants;  // the first is the baseline
  std::vector<ComparedRow> queries;   // in the order in which samples name them
  ComparedRow total;
  std::vector<Disagreement> disagreements;  // one for each query and variant that has any
  std::vector<Unknown> unknown;             // empty: complete
};

// Samples of variants that are not listed are ignored. Requires: variants is not empty; warmup >=
// 0.
Comparison compare(const std::vector<std::string>& variants, const std::vector<RunSample>& samples,
                   int64_t warmup);

// Over all samples, warm-ups too, of the listed variants. The baseline's first answer is the
// expected one.
std::vector<Disagreement> find_disagreements(const std::vector<std::string>& variants,
                                             const std::vector<RunSample>& samples);
std::string words_of(const Disagreement& disagreement);

}  // namespace ltoscope::runtime

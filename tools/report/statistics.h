// Medians and ranges: what is said of repeated samples, and when two sets of them differ.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace ltoscope::report {

struct Summary {
  double median;
  double lowest;
  double highest;
  int64_t count;
};

// Nothing for no samples. The median of an even count is the mean of the middle two.
std::optional<Summary> summarize(std::vector<double> samples);

// Whether the ranges [lowest, highest] share a value. Two sets of samples "differ" only when they
// do not.
bool ranges_overlap(const Summary& a, const Summary& b);

}  // namespace ltoscope::report

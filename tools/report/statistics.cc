// Order statistics over small sample sets.
#include "report/statistics.h"

#include <algorithm>

namespace ltoscope::report {

std::optional<Summary> summarize(std::vector<double> samples) {
  if (samples.empty()) return std::nullopt;
  std::sort(samples.begin(), samples.end());
  std::size_t middle = samples.size() / 2;
  double median =
      samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  return Summary{median, samples.front(), samples.back(), static_cast<int64_t>(samples.size())};
}

bool ranges_overlap(const Summary& a, const Summary& b) {
  return a.lowest <= b.highest && b.lowest <= a.highest;
}

}  // namespace ltoscope::report

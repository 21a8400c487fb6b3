// Ranges are merged once, so that each question is a binary search.
#include "audit/address_ranges.h"

#include <algorithm>

namespace ltoscope::audit {

AddressRanges::AddressRanges(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  for (const Range& range : ranges) {
    if (range.begin >= range.end) continue;
    if (!ranges_.empty() && range.begin <= ranges_.back().end) {
      ranges_.back().end = std::max(ranges_.back().end, range.end);
    } else {
      ranges_.push_back(range);
    }
  }
}

bool AddressRanges::touches(uint64_t begin, uint64_t end) const {
  auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), begin,
                       [](uint64_t address, const Range& range) { return address < range.end; });
  return after != ranges_.end() && after->begin < end;
}

}  // namespace ltoscope::audit

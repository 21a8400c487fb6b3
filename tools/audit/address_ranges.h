// A set of addresses given as ranges, which may overlap, asked often.
#pragma once

#include <cstdint>
#include <vector>

namespace ltoscope::audit {

class AddressRanges {
 public:
  // Ranges are [begin, end); empty ones are left out.
  struct Range {
    uint64_t begin;
    uint64_t end;
  };
  explicit AddressRanges(std::vector<Range> ranges);

  bool empty() const { return ranges_.empty(); }
  bool contains(uint64_t address) const { return touches(address, address + 1); }
  // Whether any address of [begin, end) is in the set.
  bool touches(uint64_t begin, uint64_t end) const;

 private:
  std::vector<Range> ranges_;  // sorted, disjoint
};

}  // namespace ltoscope::audit

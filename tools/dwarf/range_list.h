// The address ranges of a unit, function, or inlined call.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "dwarf/dwarf_file.h"

namespace ltoscope::dwarf {

struct AddressRange {
  uint64_t begin;
  uint64_t end;  // after begin
};

// What may still be spent, by all threads together. A small file can name the same long list over
// and over; this keeps the time of reading it in proportion to its size.
class Allowance {
 public:
  explicit Allowance(int64_t amount) : left_(amount) {}
  // False once all is spent.
  bool spend(int64_t amount) {
    return left_.fetch_sub(amount, std::memory_order_relaxed) >= amount;
  }

 private:
  std::atomic<int64_t> left_;
};

// Appends the ranges that the three attributes give, without empty ones and without those of code
// that was left out of the link. entries: what reading lists may cost, one a list entry. Throws
// Failure(bad_input) for a list that points nowhere, and when the allowance is spent.
void append_ranges(const DwarfFile& file, const Unit& unit, const Value& low_pc,
                   const Value& high_pc, const Value& ranges, Allowance& entries,
                   std::vector<AddressRange>& out);

// An allowance for the lists of a file.
int64_t range_entries_allowed(const DwarfFile& file);

}  // namespace ltoscope::dwarf

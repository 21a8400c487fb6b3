// Hands units to threads, one after another.
#include "dwarf/entry_walk.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "command/failure.h"

namespace ltoscope::dwarf {

std::vector<std::string> visit_units(const DebugInfo& info, int threads, const VisitUnit& visit) {
  std::vector<std::string> incomplete = info.incomplete;
  if (!info.file) return incomplete;
  const std::vector<Unit>& units = info.file->units;
  std::vector<std::string> reason_of(units.size());  // each written by one thread
  std::atomic<std::size_t> next = 0;
  auto work = [&] {
    for (std::size_t number = next++; number < units.size(); number = next++) {
      const Unit& unit = units[number];
      try {
        if (unit.type == UnitType::skeleton) {
          SplitUnit split = open_split_unit(info, unit);
          visit(*split.file, *split.unit, number);
        } else {
          visit(*info.file, unit, number);
        }
      } catch (const Failure& failure) {
        reason_of[number] = failure.what();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    std::size_t useful = std::min(units.size(), static_cast<std::size_t>(std::max(threads, 1)));
    for (std::size_t index = 1; index < useful; ++index) others.emplace_back(work);
    work();
  }
  Reasons reasons(incomplete);
  for (const std::string& reason : reason_of) {
    if (!reason.empty()) reasons.add(reason);
  }
  return incomplete;
}

void Reasons::add(const std::string& reason) {
  constexpr std::size_t most_reasons = 20;
  if (std::find(out_.begin(), out_.end(), reason) != out_.end()) return;
  if (out_.size() < most_reasons) {
    out_.push_back(reason);
  } else {
    ++unsaid_;
  }
}

Reasons::~Reasons() {
  if (unsaid_ != 0) out_.push_back(fmt::format("{} more reasons like these", unsaid_));
}

}  // namespace ltoscope::dwarf

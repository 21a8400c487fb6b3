// Joins the sieve's halves range by range.
#include "audit/aarch64_ranges.h"

#include <map>

#include "audit/aarch64_instruction.h"

namespace ltoscope::audit {
namespace {

std::set<std::size_t> ranges_branched_to(const CodeMap& code, const CodeRange& range) {
  std::set<std::size_t> targets;
  for (uint64_t at = range.begin; at + aarch64_size <= range.end; at += aarch64_size) {
    uint32_t word = *aarch64_word(range.bytes.subspan(at - range.begin));
    constexpr uint32_t call = 0x94000000, call_mask = 0xfc000000;
    if ((word & call_mask) == call) continue;
    std::optional<uint64_t> target = aarch64_branch_target(word, at);
    if (!target || (*target >= range.begin && *target < range.end)) continue;
    if (std::optional<std::size_t> other = code.ranges.index_at(*target)) targets.insert(*other);
  }
  return targets;
}

// How many pairs of halves are tried for each instruction of a range; beyond that, following
// registers, which has a bound of its own, costs no more.
constexpr int64_t pairs_per_instruction = 64, pairs_granted = 4096;

// pairs: how many may still be tried.
bool come_together(const std::set<uint64_t>& pages, const std::set<uint64_t>& rests,
                   const std::function<bool(uint64_t)>& is_watched, int64_t& pairs) {
  for (uint64_t page : pages) {
    for (uint64_t rest : rests) {
      if (pairs-- <= 0 || is_watched(page + rest)) return true;
    }
  }
  return false;
}

}  // namespace

std::set<std::size_t> ranges_with_addresses(const CodeMap& code,
                                            const std::vector<Aarch64Reference>& references,
                                            const std::function<bool(uint64_t)>& is_watched) {
  using Kind = Aarch64Reference::Kind;
  std::map<std::size_t, std::set<uint64_t>> pages, rests;
  std::set<std::size_t> ranges;
  for (const Aarch64Reference& reference : references) {
    std::optional<std::size_t> range = code.ranges.index_at(reference.address);
    if (!range) continue;
    if (reference.kind == Kind::whole) ranges.insert(*range);
    if (reference.kind == Kind::page) pages[*range].insert(reference.target);
    if (reference.kind == Kind::rest) rests[*range].insert(reference.target);
  }
  for (const auto& [range, pages_here] : pages) {
    if (ranges.contains(range)) continue;
    std::set<std::size_t> parts = ranges_branched_to(code, code.ranges[range]);
    parts.insert(range);
    int64_t instructions = static_cast<int64_t>(code.ranges[range].bytes.size() / aarch64_size);
    int64_t pairs = pairs_granted + instructions * pairs_per_instruction;
    for (std::size_t part : parts) {
      auto rests_there = rests.find(part);
      if (rests_there == rests.end() ||
          !come_together(pages_here, rests_there->second, is_watched, pairs)) {
        continue;
      }
      ranges.insert(range);
      break;
    }
  }
  return ranges;
}

}  // namespace ltoscope::audit

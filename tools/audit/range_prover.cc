// Decodes near each candidate, and where that does not settle it, from the begin of the range.
#include "audit/range_prover.h"

#include <fmt/format.h>

#include <algorithm>

#include "audit/x86_boundary.h"
#include "audit/x86_usual_length.h"

namespace ltoscope::audit {
namespace {

// Of a range whose registers are followed. What is larger is no function, but code of which the
// file does not say where functions begin.
constexpr std::size_t largest_followed = std::size_t{2} << 20;

// Passes instructions that end before the position, as long as they are usual ones. Returns where
// the next begins.
uint64_t skip_usual(const CodeRange& range, uint64_t at, uint64_t position) {
  if (range.bytes.size() < x86::usual_length_lookahead) return at;
  const uint8_t* begin = reinterpret_cast<const uint8_t*>(range.bytes.data());
  uint64_t last = range.end - x86::usual_length_lookahead;
  while (at <= last) {
    std::size_t length = x86::usual_length(begin + (at - range.begin));
    if (length == 0 || at + length > position) break;
    at += length;
  }
  return at;
}

// An instruction's begin, between at, which is one, and position.
uint64_t come_near(const CodeRange& range, uint64_t at, uint64_t position) {
  if (position - at > settling_bytes) {
    std::optional<std::size_t> settled = settled_begin(range.bytes, position - range.begin);
    if (settled) return range.begin + *settled;
  }
  return skip_usual(range, at, position);
}

}  // namespace

void RangeProver::prove(const ProofJob& job) {
  const CodeRange& range = job.range;
  auto candidate = job.candidates.begin();
  auto last = job.candidates.end();
  std::optional<uint64_t> undecodable;
  for (uint64_t at = range.begin; at < range.end && candidate != last;) {
    if (!undecodable) at = come_near(range, at, candidate->position);
    std::optional<Outline> instruction = outline(range.bytes.subspan(at - range.begin));
    uint64_t end = at + (instruction ? instruction->length : 1u);
    if (!instruction && !undecodable) undecodable = at;
    for (; candidate != last && candidate->position < end; ++candidate) {
      if (undecodable) {
        doubt(*candidate,
              fmt::format("bytes that may refer to it follow some that are no instruction, at "
                          "{:#x}",
                          *undecodable));
      } else if (!judge(*instruction, at, *candidate, job) && !range.in_function) {
        doubt(*candidate, "bytes that may refer to it stand in code of which no function is known");
      }
    }
    at = end;
  }
}

void RangeProver::find_short_branches(const CodeRange& range, uint64_t begin, uint64_t end) {
  // Not from the range's begin again: there may be as many searches as symbols.
  auto [searched_range, searched_to] = searched_;
  bool goes_on = searched_range == range.begin && searched_to > range.begin && searched_to <= begin;
  uint64_t at = come_near(range, goes_on ? searched_to : range.begin, begin);
  while (at < end) {
    std::optional<Outline> instruction = outline(range.bytes.subspan(at - range.begin));
    uint64_t next = at + (instruction ? instruction->length : 1u);
    if (instruction && instruction->short_distance) {
      uint64_t target = next + static_cast<uint64_t>(int64_t{*instruction->short_distance});
      if (at >= begin && targets_.functions.contains(target))
        branch(*instruction, range, at, target);
    }
    at = next;
  }
  searched_ = {range.begin, at};
}

void RangeProver::doubt(const Candidate& candidate, std::string reason) {
  CalleeSet callees = callees_at(targets_.callees.slots, candidate.target) |
                      callees_at(targets_.functions, candidate.target);
  found.unresolved.push_back({candidate.position, callees, std::move(reason)});
}

// Whether the candidate's bytes are what the instruction refers by; then notes to what end.
bool RangeProver::judge(const Outline& instruction, uint64_t at, const Candidate& candidate,
                        const ProofJob& job) {
  int offset = static_cast<int>(candidate.position - at);
  if (offset == 0) return false;  // no displacement stands there; below, 0 means "none"
  switch (candidate.reach) {
    case Reach::from_position:
      if (offset == instruction.branch_distance) {
        branch(instruction, job.range, at, candidate.target);
        return true;
      }
      if (offset != instruction.memory_displacement) return false;
      // From the end of the instruction, which is not that of the displacement where an
      // immediate follows.
      if (offset + 4 != instruction.length) return false;
      refer(instruction.transfer, at, candidate, job);
      return true;
    case Reach::absolute:
      if (offset == instruction.other_displacement || offset == instruction.immediate) {
        use(candidate, job);
        return true;
      }
      return false;
    case Reach::from_got:
      if (offset == instruction.immediate && instruction.wide_immediate) {
        use(candidate, job);
        return true;
      }
      return false;
  }
  return false;
}

// An address is at hand here; what becomes of it is for the register flow to find.
void RangeProver::use(const Candidate& candidate, const ProofJob& job) {
  if (job.range.bytes.size() <= largest_followed) {
    ranges_with_uses.push_back(job.index);
  } else {
    doubt(candidate,
          "its address is loaded in code too large to follow: no function is known there");
  }
}

// A memory operand that is a slot or, for its address, a function.
void RangeProver::refer(Transfer transfer, uint64_t at, const Candidate& candidate,
                        const ProofJob& job) {
  uint64_t target = candidate.target;
  auto slot = targets_.callees.slots.find(target);
  bool goes_there = transfer == Transfer::call || transfer == Transfer::jump;
  if (slot == targets_.callees.slots.end() || !goes_there) {
    use(candidate, job);
    return;
  }
  SiteKind kind = transfer == Transfer::call ? SiteKind::call : SiteKind::tail_jump;
  found.sites.push_back({at, target, kind, SiteForm::got, slot->second});
  found.used_slots.insert(target);
}

void RangeProver::branch(const Outline& instruction, const CodeRange& range, uint64_t at,
                         uint64_t target) {
  CalleeSet callees = callees_at(targets_.functions, target);
  SiteKind kind = instruction.transfer == Transfer::call   ? SiteKind::call
                  : instruction.transfer == Transfer::jump ? SiteKind::tail_jump
                                                           : SiteKind::conditional_tail_jump;
  if (is_tail(kind) && is_inside_callee(at, target)) return;
  found.sites.push_back({at, target, kind, form_of(instruction, range, at, target), callees});
}

// Linkers that find a definition for `call *slot(%rip)` (6 bytes) put a prefix before the direct
// call (5 bytes), and a nop behind a jump.
SiteForm RangeProver::form_of(const Outline& instruction, const CodeRange& range, uint64_t at,
                              uint64_t target) const {
  if (targets_.stubs.entries.contains(target)) return SiteForm::plt;
  if (targets_.thunks.contains(target)) return SiteForm::range_thunk;
  std::span<const std::byte> bytes = range.bytes.subspan(at - range.begin);
  bool has_prefix = bytes[0] == std::byte{0x67} || bytes[0] == std::byte{0x40};
  bool jumps = bytes[0] == std::byte{0xe9};
  bool fills_up = jumps && range.in_function && bytes.size() > instruction.length &&
                  bytes[instruction.length] == std::byte{0x90};
  return has_prefix || fills_up ? SiteForm::relaxed : SiteForm::direct;
}

// A jump back to the begin of the function that it is in is a loop.
bool RangeProver::is_inside_callee(uint64_t at, uint64_t entry) const {
  CalleeSet callees = callees_at(targets_.callees.entries, entry);
  if (callees == 0) return false;
  auto functions = targets_.callee_extents.find(entry);
  bool shares = functions != targets_.callee_extents.end() && contains(functions->second, at);
  return shares || is_in_part(targets_.callees.cold_parts, callees, at);
}

}  // namespace ltoscope::audit

// From the sieve's candidates to proven call sites: decode from the begin of each function that
// holds one.
#include "audit/call_sites.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "audit/displacement_scan.h"
#include "audit/plt_stubs.h"
#include "audit/register_flow.h"
#include "audit/x86_instruction.h"

namespace ltoscope::audit {
namespace {

// How far a branch with an 8-bit distance reaches, both ways, and the longest such instruction.
constexpr uint64_t short_reach = 128;

std::vector<uint64_t> addresses_of(const CalleesByAddress& by_address) {
  std::vector<uint64_t> addresses;
  for (const auto& [address, callees] : by_address) addresses.push_back(address);
  return addresses;
}

class SiteFinder {
 public:
  SiteFinder(const elf::Image& image, const CodeMap& code, const CalleePlaces& callees,
             const NeverReturning& never_returning)
      : image_(image), code_(code), never_returning_(never_returning), callees_(callees) {}

  CallSites find(std::optional<uint64_t> got_address) {
    std::vector<Candidate> references = find_displacements(code_, addresses_of(callees_.slots), {});
    stubs_ = find_plt_stubs(code_, callees_.slots, references);
    functions_ = callees_.entries;
    for (const auto& [address, callees] : stubs_.entries) functions_[address] |= callees;
    if (fixed_addresses_) add_words_without_relocation(image_, functions_, callees_);

    std::vector<uint64_t> watched = addresses_of(callees_.slots);
    for (uint64_t address : addresses_of(functions_)) watched.push_back(address);
    std::vector<Candidate> candidates =
        find_displacements(code_, watched, {fixed_addresses_, got_address});
    std::erase_if(candidates, [&](const Candidate& candidate) {
      return stubs_.members.contains(candidate.position);
    });
    prove(candidates);
    for (std::size_t range : ranges_with_uses_) {
      follow_registers(code_, {callees_.slots, functions_, never_returning_, fixed_addresses_},
                       range, found_);
    }
    report_doubtful_stubs();
    report_data();
    return std::move(found_);
  }

 private:
  // Decodes each range that holds a candidate, or that a short branch may come from.
  void prove(const std::vector<Candidate>& candidates) {
    std::set<std::size_t> near_entries;
    for (const auto& [entry, callees] : callees_.entries) {
      callee_extents_[entry] = functions_around(code_, entry);
      add_ranges_around(entry, near_entries);
    }
    auto next = candidates.begin();
    for (std::size_t index = 0; index < code_.ranges.size(); ++index) {
      const CodeRange& range = code_.ranges[index];
      next = std::lower_bound(next, candidates.end(), range.begin,
                              [](const Candidate& candidate, uint64_t address) {
                                return candidate.position < address;
                              });
      auto end = std::find_if(next, candidates.end(), [&](const Candidate& candidate) {
        return candidate.position >= range.end;
      });
      bool whole = near_entries.contains(index);
      if (next != end || whole) prove_range(index, {next, end}, whole);
      next = end;
    }
  }

  void add_ranges_around(uint64_t entry, std::set<std::size_t>& ranges) const {
    for (std::size_t index = 0; index < code_.ranges.size(); ++index) {
      const CodeRange& range = code_.ranges[index];
      if (range.begin <= entry + short_reach && entry <= range.end + short_reach) {
        ranges.insert(index);
      }
    }
  }

  // whole: decode to the end; else as far as the last candidate.
  void prove_range(std::size_t index, std::span<const Candidate> candidates, bool whole) {
    const CodeRange& range = code_.ranges[index];
    auto candidate = candidates.begin();
    std::optional<uint64_t> undecodable;
    for (uint64_t at = range.begin; at < range.end && (whole || candidate != candidates.end());) {
      std::optional<Outline> instruction = outline(range.bytes.subspan(at - range.begin));
      uint64_t end = at + static_cast<uint64_t>(instruction ? instruction->length : 1);
      if (!instruction && !undecodable) undecodable = at;
      if (instruction && instruction->short_distance) short_branch(*instruction, at, end);
      for (; candidate != candidates.end() && candidate->position < end; ++candidate) {
        if (undecodable) {
          doubt(*candidate, *undecodable);
        } else {
          judge(*instruction, at, *candidate, index);
        }
      }
      at = end;
    }
  }

  void doubt(const Candidate& candidate, uint64_t undecodable) {
    CalleeSet callees =
        callees_at(callees_.slots, candidate.target) | callees_at(functions_, candidate.target);
    found_.unresolved.push_back(
        {candidate.position, callees,
         fmt::format("bytes that may refer to it follow some that are no instruction, at {:#x}",
                     undecodable)});
  }

  // Whether the candidate's bytes are what the instruction refers by, and to what end.
  void judge(const Outline& instruction, uint64_t at, const Candidate& candidate,
             std::size_t range) {
    int offset = static_cast<int>(candidate.position - at);
    if (offset == 0) return;  // no displacement stands there; below, 0 means "none"
    switch (candidate.reach) {
      case Reach::from_position:
        if (offset == instruction.branch_distance) {
          branch(instruction.transfer, at, candidate.target);
        } else if (offset == instruction.memory_displacement) {
          refer(instruction.transfer, at, candidate.target, range);
        }
        return;
      case Reach::absolute:
        if (offset == instruction.other_displacement || offset == instruction.immediate) {
          ranges_with_uses_.insert(range);
        }
        return;
      case Reach::from_got:
        if (offset == instruction.immediate && instruction.wide_immediate) {
          ranges_with_uses_.insert(range);
        }
        return;
    }
  }

  // A memory operand that is a slot or, for its address, a function.
  void refer(Transfer transfer, uint64_t at, uint64_t target, std::size_t range) {
    bool is_slot = callees_.slots.contains(target);
    if (is_slot && transfer == Transfer::call) {
      add_through_slot(at, SiteKind::call, target);
    } else if (is_slot && transfer == Transfer::jump) {
      add_through_slot(at, SiteKind::tail_jump, target);
    } else {
      ranges_with_uses_.insert(range);
    }
  }

  void short_branch(const Outline& instruction, uint64_t at, uint64_t end) {
    uint64_t target = end + static_cast<uint64_t>(int64_t{*instruction.short_distance});
    if (functions_.contains(target)) branch(instruction.transfer, at, target);
  }

  void branch(Transfer transfer, uint64_t at, uint64_t target) {
    CalleeSet callees = callees_at(functions_, target);
    if (transfer == Transfer::call) return add(at, SiteKind::call, SiteForm::direct, callees);
    if (!is_inside_callee(at, target)) add(at, SiteKind::tail_jump, SiteForm::direct, callees);
  }

  // A jump back to the begin of the function that it is in is a loop.
  bool is_inside_callee(uint64_t at, uint64_t entry) const {
    CalleeSet callees = callees_at(callees_.entries, entry);
    if (callees == 0) return false;
    const std::vector<elf::CodeExtent>& functions = callee_extents_.at(entry);
    if (std::any_of(functions.begin(), functions.end(),
                    [&](const elf::CodeExtent& function) { return contains(function, at); })) {
      return true;
    }
    return std::any_of(callees_.cold_parts.begin(), callees_.cold_parts.end(),
                       [&](const CalleePart& part) {
                         return (part.callees & callees) != 0 && contains(part.extent, at);
                       });
  }

  void add_through_slot(uint64_t address, SiteKind kind, uint64_t slot) {
    add(address, kind, SiteForm::through_slot, callees_.slots.at(slot));
    found_.used_slots.insert(slot);
  }

  void add(uint64_t address, SiteKind kind, SiteForm form, CalleeSet callees) {
    found_.sites.push_back({address, kind, form, callees});
  }

  void report_doubtful_stubs() {
    for (const auto& [address, callees] : stubs_.doubtful) {
      found_.unresolved.push_back(
          {address, callees,
           "may be a PLT entry or a tail call: the file does not say where functions begin"});
    }
  }

  void report_data() {
    for (const auto& [address, callees] : callees_.data_words) {
      if (!found_.used_slots.contains(address)) {
        found_.addresses_in_data.push_back({address, callees});
      }
    }
  }

  const elf::Image& image_;
  const CodeMap& code_;
  const NeverReturning& never_returning_;
  CalleePlaces callees_;
  const bool fixed_addresses_ = image_.type == elf::FileType::executable;
  PltStubs stubs_;
  CalleesByAddress functions_;  // PLT entries and local definitions
  std::unordered_map<uint64_t, std::vector<elf::CodeExtent>> callee_extents_;  // by local entry
  std::set<std::size_t> ranges_with_uses_;
  CallSites found_;
};

template <class Item>
void sort_and_join(std::vector<Item>& items) {
  std::sort(items.begin(), items.end(),
            [](const Item& a, const Item& b) { return a.address < b.address; });
  auto last = std::unique(items.begin(), items.end(), [](const Item& a, const Item& b) {
    return a.address == b.address && a.callees == b.callees;
  });
  items.erase(last, items.end());
}

}  // namespace

CallSites find_call_sites(const elf::Image& image, const CodeMap& code, const CalleePlaces& callees,
                          const NeverReturning& never_returning,
                          std::optional<uint64_t> got_address) {
  CallSites found = SiteFinder(image, code, callees, never_returning).find(got_address);
  // A cold part may have been followed both alone and from its function.
  sort_and_join(found.sites);
  sort_and_join(found.addresses_in_code);
  sort_and_join(found.addresses_in_data);
  sort_and_join(found.unresolved);
  return found;
}

}  // namespace ltoscope::audit

// From the sieve's candidates to proven call sites: decode from the begin of each function that
// holds one.
#include "audit/call_sites.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "audit/displacement_scan.h"
#include "audit/plt_stubs.h"
#include "audit/range_thunks.h"
#include "audit/register_flow.h"
#include "audit/x86_length.h"
#include "command/parallel.h"

namespace ltoscope::audit {
namespace {

// How far a branch with an 8-bit distance reaches, both ways, and the longest such instruction.
constexpr uint64_t short_reach = 128;
// A piece of work for one thread.
constexpr uint64_t proof_piece_bytes = 256 * 1024;

std::vector<uint64_t> addresses_of(const CalleesByAddress& by_address) {
  std::vector<uint64_t> addresses;
  addresses.reserve(by_address.size());
  for (const auto& [address, callees] : by_address) addresses.push_back(address);
  return addresses;
}

// A range that must be decoded, and why.
struct Job {
  std::size_t range;
  std::span<const Candidate> candidates;
  bool whole;  // to the end, for short branches; else as far as the last candidate
};

// What code can refer to, and how.
struct Targets {
  CalleePlaces callees;
  PltStubs stubs;
  CalleesByAddress thunks;
  CalleesByAddress functions;  // PLT entries, thunks and local definitions
  std::unordered_map<uint64_t, std::vector<elf::CodeExtent>> callee_extents;  // by local entry
};

// Decodes ranges one after the other; one for each thread's piece of work.
class RangeProver {
 public:
  RangeProver(const CodeMap& code, const Targets& targets) : code_(code), targets_(targets) {}

  void prove(const Job& job) {
    const CodeRange& range = code_.ranges[job.range];
    auto candidate = job.candidates.begin();
    auto last = job.candidates.end();
    std::optional<uint64_t> undecodable;
    for (uint64_t at = range.begin; at < range.end && (job.whole || candidate != last);) {
      std::optional<Outline> instruction = outline(range.bytes.subspan(at - range.begin));
      uint64_t end = at + (instruction ? instruction->length : 1u);
      if (!instruction && !undecodable) undecodable = at;
      if (instruction && instruction->short_distance && job.whole) {
        short_branch(*instruction, range, at, end);
      }
      for (; candidate != last && candidate->position < end; ++candidate) {
        if (undecodable) {
          doubt(candidate->position, candidate->target,
                fmt::format("bytes that may refer to it follow some that are no instruction, at "
                            "{:#x}",
                            *undecodable));
        } else if (!judge(*instruction, at, *candidate, job.range) && !range.in_function) {
          doubt(candidate->position, candidate->target,
                "bytes that may refer to it stand in code of which no function is known");
        }
      }
      at = end;
    }
  }

  CallSites found;
  std::vector<std::size_t> ranges_with_uses;  // may repeat

 private:
  void doubt(uint64_t position, uint64_t target, std::string reason) {
    CalleeSet callees =
        callees_at(targets_.callees.slots, target) | callees_at(targets_.functions, target);
    found.unresolved.push_back({position, callees, std::move(reason)});
  }

  // Whether the candidate's bytes are what the instruction refers by; then notes to what end.
  bool judge(const Outline& instruction, uint64_t at, const Candidate& candidate,
             std::size_t range) {
    int offset = static_cast<int>(candidate.position - at);
    if (offset == 0) return false;  // no displacement stands there; below, 0 means "none"
    switch (candidate.reach) {
      case Reach::from_position:
        if (offset == instruction.branch_distance) {
          branch(instruction, code_.ranges[range], at, candidate.target);
          return true;
        }
        if (offset != instruction.memory_displacement) return false;
        // From the end of the instruction, which is not that of the displacement where an
        // immediate follows.
        if (offset + 4 != instruction.length) return false;
        refer(instruction.transfer, at, candidate.target, range);
        return true;
      case Reach::absolute:
        if (offset == instruction.other_displacement || offset == instruction.immediate) {
          ranges_with_uses.push_back(range);
          return true;
        }
        return false;
      case Reach::from_got:
        if (offset == instruction.immediate && instruction.wide_immediate) {
          ranges_with_uses.push_back(range);
          return true;
        }
        return false;
    }
    return false;
  }

  // A memory operand that is a slot or, for its address, a function.
  void refer(Transfer transfer, uint64_t at, uint64_t target, std::size_t range) {
    auto slot = targets_.callees.slots.find(target);
    bool goes_there = transfer == Transfer::call || transfer == Transfer::jump;
    if (slot == targets_.callees.slots.end() || !goes_there) {
      ranges_with_uses.push_back(range);
      return;
    }
    SiteKind kind = transfer == Transfer::call ? SiteKind::call : SiteKind::tail_jump;
    found.sites.push_back({at, target, kind, SiteForm::got, slot->second});
    found.used_slots.insert(target);
  }

  void short_branch(const Outline& instruction, const CodeRange& range, uint64_t at, uint64_t end) {
    uint64_t target = end + static_cast<uint64_t>(int64_t{*instruction.short_distance});
    if (targets_.functions.contains(target)) branch(instruction, range, at, target);
  }

  void branch(const Outline& instruction, const CodeRange& range, uint64_t at, uint64_t target) {
    CalleeSet callees = callees_at(targets_.functions, target);
    SiteKind kind = instruction.transfer == Transfer::call   ? SiteKind::call
                    : instruction.transfer == Transfer::jump ? SiteKind::tail_jump
                                                             : SiteKind::conditional_tail_jump;
    if (is_tail(kind) && is_inside_callee(at, target)) return;
    found.sites.push_back({at, target, kind, form_of(instruction, range, at, target), callees});
  }

  // Linkers that find a definition for `call *slot(%rip)` (6 bytes) put a prefix before the direct
  // call (5 bytes), and a nop behind a jump.
  SiteForm form_of(const Outline& instruction, const CodeRange& range, uint64_t at,
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
  bool is_inside_callee(uint64_t at, uint64_t entry) const {
    CalleeSet callees = callees_at(targets_.callees.entries, entry);
    if (callees == 0) return false;
    const std::vector<elf::CodeExtent>& functions = targets_.callee_extents.at(entry);
    if (std::any_of(functions.begin(), functions.end(),
                    [&](const elf::CodeExtent& function) { return contains(function, at); })) {
      return true;
    }
    const std::vector<CalleePart>& parts = targets_.callees.cold_parts;
    return std::any_of(parts.begin(), parts.end(), [&](const CalleePart& part) {
      return (part.callees & callees) != 0 && contains(part.extent, at);
    });
  }

  const CodeMap& code_;
  const Targets& targets_;
};

class SiteFinder {
 public:
  SiteFinder(const elf::Image& image, const CodeMap& code, const SiteSearch& search)
      : image_(image), code_(code), search_(search) {
    targets_.callees = search.callees;
  }

  CallSites find() {
    find_targets();
    std::vector<uint64_t> watched = addresses_of(targets_.callees.slots);
    for (uint64_t address : addresses_of(targets_.functions)) watched.push_back(address);
    std::vector<Candidate> candidates = find_displacements(
        code_, watched, {fixed_addresses_, search_.got_address}, search_.threads);
    // Thunks may hide more call sites, of what is known only once branches to them are.
    targets_.thunks = find_range_thunks(code_, targets_.functions, candidates);
    if (!targets_.thunks.empty()) {
      for (const auto& [address, callees] : targets_.thunks) {
        targets_.functions[address] |= callees;
        watched.push_back(address);
      }
      candidates = find_displacements(code_, watched, {fixed_addresses_, search_.got_address},
                                      search_.threads);
    }
    std::erase_if(candidates, [&](const Candidate& candidate) { return is_in_stub(candidate); });
    prove(candidates);
    follow_uses();
    report_doubtful_stubs();
    report_data();
    return std::move(found_);
  }

 private:
  void find_targets() {
    std::vector<Candidate> references =
        find_displacements(code_, addresses_of(targets_.callees.slots), {}, search_.threads);
    targets_.stubs = find_plt_stubs(code_, targets_.callees.slots, references);
    targets_.functions = targets_.callees.entries;
    for (const auto& [address, callees] : targets_.stubs.entries) {
      targets_.functions[address] |= callees;
    }
    if (fixed_addresses_) {
      add_words_without_relocation(image_, targets_.functions, targets_.callees);
    }
    for (const auto& [entry, callees] : targets_.callees.entries) {
      targets_.callee_extents[entry] = functions_around(code_, entry);
    }
  }

  bool is_in_stub(const Candidate& candidate) const {
    return targets_.stubs.members.contains(candidate.position) ||
           targets_.thunks.contains(candidate.position - 1);  // behind its opcode
  }

  void prove(const std::vector<Candidate>& candidates) {
    std::vector<Job> jobs = make_jobs(candidates);
    std::vector<std::size_t> begins = cut(jobs);
    std::vector<RangeProver> provers(begins.size(), RangeProver(code_, targets_));
    for_each_piece(begins.size(), search_.threads, [&](std::size_t piece) {
      std::size_t end = piece + 1 < begins.size() ? begins[piece + 1] : jobs.size();
      for (std::size_t job = begins[piece]; job < end; ++job) provers[piece].prove(jobs[job]);
    });
    for (RangeProver& prover : provers) {
      append(std::move(prover.found));
      ranges_with_uses_.insert(prover.ranges_with_uses.begin(), prover.ranges_with_uses.end());
    }
  }

  // Each range that holds a candidate, or that a short branch may come from.
  std::vector<Job> make_jobs(const std::vector<Candidate>& candidates) const {
    std::set<std::size_t> near_entries = ranges_near_entries();
    std::vector<Job> jobs;
    auto near = near_entries.begin();
    auto add_near_before = [&](std::size_t range) {
      for (; near != near_entries.end() && *near < range; ++near) jobs.push_back({*near, {}, true});
    };
    for (auto next = candidates.begin(); next != candidates.end();) {
      std::optional<std::size_t> range = range_at(code_, next->position);
      if (!range) {  // cannot be: candidates come from areas, which ranges cover
        ++next;
        continue;
      }
      uint64_t range_end = code_.ranges[*range].end;
      auto end = std::find_if(next, candidates.end(), [&](const Candidate& candidate) {
        return candidate.position >= range_end;
      });
      add_near_before(*range);
      bool whole = near != near_entries.end() && *near == *range;
      if (whole) ++near;
      jobs.push_back({*range, {next, end}, whole});
      next = end;
    }
    add_near_before(code_.ranges.size());
    return jobs;
  }

  std::set<std::size_t> ranges_near_entries() const {
    std::set<std::size_t> near;
    for (const auto& [entry, callees] : targets_.callees.entries) {
      add_ranges_around(entry, near);
    }
    for (const auto& [entry, callees] : targets_.thunks) add_ranges_around(entry, near);
    return near;
  }

  void add_ranges_around(uint64_t entry, std::set<std::size_t>& near) const {
    uint64_t lowest = entry < short_reach ? 0 : entry - short_reach;
    auto first = std::lower_bound(
        code_.ranges.begin(), code_.ranges.end(), lowest,
        [](const CodeRange& range, uint64_t address) { return range.end < address; });
    for (auto range = first; range != code_.ranges.end() && range->begin <= entry + short_reach;
         ++range) {
      near.insert(static_cast<std::size_t>(range - code_.ranges.begin()));
    }
  }

  // Where pieces of about equal work begin.
  std::vector<std::size_t> cut(const std::vector<Job>& jobs) const {
    std::vector<std::size_t> begins;
    uint64_t bytes = proof_piece_bytes;
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      if (bytes >= proof_piece_bytes) {
        begins.push_back(job);
        bytes = 0;
      }
      bytes += code_.ranges[jobs[job].range].bytes.size();
    }
    return begins;
  }

  void follow_uses() {
    std::vector<std::size_t> ranges(ranges_with_uses_.begin(), ranges_with_uses_.end());
    std::vector<CallSites> found(ranges.size());
    FlowTargets flow_targets{targets_.callees.slots, targets_.functions, search_.never_returning,
                             fixed_addresses_};
    for_each_piece(ranges.size(), search_.threads, [&](std::size_t index) {
      follow_registers(code_, flow_targets, ranges[index], found[index]);
    });
    for (CallSites& part : found) append(std::move(part));
  }

  void append(CallSites&& part) {
    auto join = [](auto& all, auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    join(found_.sites, part.sites);
    join(found_.addresses_in_code, part.addresses_in_code);
    join(found_.addresses_in_data, part.addresses_in_data);
    join(found_.unresolved, part.unresolved);
    found_.used_slots.insert(part.used_slots.begin(), part.used_slots.end());
  }

  void report_doubtful_stubs() {
    for (const auto& [address, callees] : targets_.stubs.doubtful) {
      found_.unresolved.push_back(
          {address, callees,
           "may be a PLT entry or a tail call: the file does not say where functions begin"});
    }
  }

  void report_data() {
    for (const auto& [address, callees] : targets_.callees.data_words) {
      if (!found_.used_slots.contains(address)) {
        found_.addresses_in_data.push_back({address, callees});
      }
    }
  }

  const elf::Image& image_;
  const CodeMap& code_;
  const SiteSearch& search_;
  const bool fixed_addresses_ = image_.type == elf::FileType::executable;
  Targets targets_;
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

const char* site_kind_name(SiteKind kind) {
  switch (kind) {
    case SiteKind::call:
      return "call";
    case SiteKind::tail_jump:
      return "tail jump";
    case SiteKind::conditional_tail_jump:
      return "conditional tail jump";
  }
  return "";
}

const char* site_form_name(SiteForm form) {
  switch (form) {
    case SiteForm::direct:
      return "direct";
    case SiteForm::plt:
      return "PLT";
    case SiteForm::range_thunk:
      return "range thunk";
    case SiteForm::relaxed:
      return "relaxed";
    case SiteForm::got:
      return "GOT";
    case SiteForm::through_register:
      return "register";
  }
  return "";
}

void put_in_order(CallSites& found) {
  sort_and_join(found.sites);
  sort_and_join(found.addresses_in_code);
  sort_and_join(found.addresses_in_data);
  sort_and_join(found.unresolved);
}

CallSites find_call_sites(const elf::Image& image, const CodeMap& code, const SiteSearch& search) {
  CallSites found = SiteFinder(image, code, search).find();
  put_in_order(found);
  return found;
}

}  // namespace ltoscope::audit

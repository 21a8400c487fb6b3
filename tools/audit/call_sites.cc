// Goes through the code in pieces, each sieved and proven at once while its bytes are at hand.
#include "audit/call_sites.h"

#include <algorithm>

#include "audit/code_copy.h"
#include "audit/displacement_scan.h"
#include "audit/plt_stubs.h"
#include "audit/range_prover.h"
#include "audit/range_thunks.h"
#include "audit/register_flow.h"
#include "audit/x86_length.h"
#include "command/parallel.h"

namespace ltoscope::audit {
namespace {

// How far a branch with an 8-bit distance reaches, both ways, and the longest such instruction.
constexpr uint64_t short_reach = 128 + longest_instruction;
// A piece of work for one thread.
constexpr uint64_t piece_bytes = 256 * 1024;
// Each pass may bring thunks to light that lead to those of the one before; linkers make no chains
// of them.
constexpr int most_passes = 3;

std::vector<uint64_t> addresses_of(const CalleesByAddress& by_address) {
  std::vector<uint64_t> addresses;
  addresses.reserve(by_address.size());
  for (const auto& [address, callees] : by_address) addresses.push_back(address);
  return addresses;
}

// Consecutive ranges of one area.
struct CodePiece {
  std::size_t first;
  std::size_t end;
};

// What one pass over the code, or a piece of it, finds.
struct Pass {
  CallSites found;
  std::vector<std::size_t> ranges_with_uses;
  // Candidates that may belong to a PLT entry or a thunk.
  std::vector<Candidate> of_stubs;
};

void append(const CallSites& part, CallSites& all) {
  auto join = [](const auto& more, auto& items) {
    items.insert(items.end(), more.begin(), more.end());
  };
  join(part.sites, all.sites);
  join(part.addresses_in_code, all.addresses_in_code);
  join(part.addresses_in_data, all.addresses_in_data);
  join(part.unresolved, all.unresolved);
  all.used_slots.insert(part.used_slots.begin(), part.used_slots.end());
}

class SiteFinder {
 public:
  SiteFinder(const elf::Image& image, const CodeMap& code, const SiteSearch& search)
      : image_(image), code_(code), search_(search) {
    targets_.callees = search.callees;
  }

  CallSites find() {
    find_targets();
    pieces_ = cut();
    Pass pass = look_at_all();
    // What calls those that it found is only known by another pass.
    for (int count = 1; add_stubs(pass.of_stubs) && count < most_passes; ++count) {
      pass = look_at_all();
    }
    found_ = std::move(pass.found);
    follow_uses(pass.ranges_with_uses);
    report_doubtful_stubs();
    report_data();
    return std::move(found_);
  }

 private:
  // Linkers keep the PLT in sections of its own: looking there first for its entries saves going
  // through all code twice. Those elsewhere (the file has no section headers) come to light in the
  // first pass.
  void find_targets() {
    targets_.functions = targets_.callees.entries;
    add_stubs(find_displacements(areas_but_the_largest(), addresses_of(search_.callees.slots), {},
                                 search_.threads));
    if (fixed_addresses_) {
      add_words_without_relocation(image_, targets_.functions, targets_.callees);
    }
    for (const auto& [entry, callees] : targets_.callees.entries) {
      std::optional<elf::CodeExtent> functions = hull_around(code_, entry);
      if (functions) targets_.callee_extents.emplace(entry, *functions);
    }
  }

  std::vector<CodeArea> areas_but_the_largest() const {
    std::vector<CodeArea> areas = code_.areas;
    auto largest = std::max_element(
        areas.begin(), areas.end(),
        [](const CodeArea& a, const CodeArea& b) { return a.bytes.size() < b.bytes.size(); });
    if (largest != areas.end()) areas.erase(largest);
    return areas;
  }

  // PLT entries and thunks. Whether any was not known before.
  bool add_stubs(const std::vector<Candidate>& references) {
    std::size_t known = targets_.functions.size();
    find_plt_stubs(code_, search_.callees.slots, references, targets_.stubs);
    for (const auto& [address, callees] : targets_.stubs.entries) {
      targets_.functions[address] |= callees;
    }
    for (const auto& [address, callees] :
         find_range_thunks(code_, targets_.functions, references)) {
      targets_.thunks[address] |= callees;
      targets_.functions[address] |= callees;
    }
    return targets_.functions.size() != known;
  }

  // In pieces of about equal work. A range is never cut, so that no instruction is.
  std::vector<CodePiece> cut() const {
    std::vector<CodePiece> pieces;
    uint64_t begin = 0, end = 0;
    for (std::size_t index = 0; index < code_.ranges.size(); ++index) {
      CodeRange range = code_.ranges[index];
      bool goes_on = !pieces.empty() && range.begin == end && range.begin - begin < piece_bytes;
      if (!goes_on) {
        pieces.push_back({index, index});
        begin = range.begin;
      }
      pieces.back().end = index + 1;
      end = range.end;
    }
    return pieces;
  }

  Pass look_at_all() {
    std::vector<uint64_t> watched = addresses_of(targets_.callees.slots);
    for (uint64_t address : addresses_of(targets_.functions)) watched.push_back(address);
    DisplacementScan scan(std::move(watched), {fixed_addresses_, search_.got_address});
    std::vector<uint64_t> entries = near_entries();
    std::vector<Pass> parts(pieces_.size());
    for_each_piece(pieces_.size(), search_.threads, [&](std::size_t index) {
      look_at(pieces_[index], scan, entries, parts[index]);
    });
    Pass all;
    std::size_t sites = 0;
    for (const Pass& part : parts) sites += part.found.sites.size();
    all.found.sites.reserve(sites);
    for (const Pass& part : parts) {
      append(part.found, all.found);
      all.ranges_with_uses.insert(all.ranges_with_uses.end(), part.ranges_with_uses.begin(),
                                  part.ranges_with_uses.end());
      all.of_stubs.insert(all.of_stubs.end(), part.of_stubs.begin(), part.of_stubs.end());
    }
    return all;
  }

  void look_at(const CodePiece& piece, const DisplacementScan& scan,
               const std::vector<uint64_t>& entries, Pass& part) const {
    uint64_t begin = code_.ranges[piece.first].begin;
    uint64_t end = code_.ranges[piece.end - 1].end;
    CodeCopy copy(code_, begin, end);
    std::vector<Candidate> candidates;
    scan.look(begin, copy.bytes(), candidates);
    std::erase_if(candidates, [&](const Candidate& candidate) {
      if (may_be_of_stub(copy.bytes(), candidate.position - begin)) {
        part.of_stubs.push_back(candidate);
      }
      return is_in_stub(candidate);
    });
    RangeProver prover(targets_);
    auto range_of = [&](std::size_t index) {
      CodeRange range = code_.ranges[index];
      range.bytes = copy.bytes().subspan(range.begin - begin, range.end - range.begin);
      return range;
    };
    for (auto next = candidates.begin(); next != candidates.end();) {
      std::size_t index = *code_.ranges.index_at(next->position);
      CodeRange range = range_of(index);
      auto last = std::find_if(next, candidates.end(), [&](const Candidate& candidate) {
        return candidate.position >= range.end;
      });
      prover.prove({index, range, {next, last}});
      next = last;
    }
    // Those that reach into the piece.
    auto entry = std::lower_bound(entries.begin(), entries.end(), begin,
                                  [](uint64_t a, uint64_t b) { return a + short_reach < b; });
    for (uint64_t done = begin; entry != entries.end() && *entry < end + short_reach; ++entry) {
      uint64_t first = std::max(done, *entry - std::min(*entry, short_reach));
      done = std::max(first, std::min(end, *entry + short_reach));
      for (uint64_t at = first; at < done;) {
        CodeRange range = range_of(*code_.ranges.index_at(at));
        prover.find_short_branches(range, at, std::min(done, range.end));
        at = range.end;
      }
    }
    part.found = std::move(prover.found);
    part.ranges_with_uses = std::move(prover.ranges_with_uses);
  }

  bool is_in_stub(const Candidate& candidate) const {
    return targets_.stubs.members.contains(candidate.position) ||
           targets_.thunks.contains(candidate.position - 1);  // behind its opcode
  }

  // Sorted: what branches with 8-bit distances may lead to.
  std::vector<uint64_t> near_entries() const {
    std::vector<uint64_t> entries = addresses_of(targets_.callees.entries);
    for (uint64_t thunk : addresses_of(targets_.thunks)) entries.push_back(thunk);
    std::sort(entries.begin(), entries.end());
    return entries;
  }

  void follow_uses(const std::vector<std::size_t>& ranges_with_uses) {
    std::set<std::size_t> each_once(ranges_with_uses.begin(), ranges_with_uses.end());
    std::vector<std::size_t> ranges(each_once.begin(), each_once.end());
    std::vector<CallSites> found(ranges.size());
    FlowTargets flow_targets{targets_.callees.slots, targets_.functions, search_.never_returning,
                             fixed_addresses_};
    for_each_piece(ranges.size(), search_.threads, [&](std::size_t index) {
      follow_registers(code_, flow_targets, ranges[index], found[index]);
    });
    for (const CallSites& part : found) append(part, found_);
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
  SiteTargets targets_;
  std::vector<CodePiece> pieces_;
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

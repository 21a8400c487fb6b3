// From the sieve's references to call sites: branches at once, loads and computed addresses by
// following registers.
#include "audit/aarch64_call_sites.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <unordered_map>

#include "audit/aarch64_instruction.h"
#include "audit/aarch64_ranges.h"
#include "audit/aarch64_scan.h"
#include "audit/aarch64_stubs.h"
#include "audit/mapping_symbols.h"
#include "audit/register_flow.h"
#include "command/parallel.h"

namespace ltoscope::audit {
namespace {

using Reference = Aarch64Reference;

class Aarch64SiteFinder {
 public:
  Aarch64SiteFinder(const elf::Image& image, const CodeMap& code, const SiteSearch& search,
                    const std::vector<elf::Symbol>* symbol_table)
      : image_(image),
        code_(code),
        search_(search),
        callees_(search.callees),
        data_(symbol_table) {}

  CallSites find() {
    stubs_ = find_aarch64_stubs(code_, callees_.slots, callees_.entries);
    functions_ = callees_.entries;
    for (const CalleesByAddress* more : {&stubs_.plt_entries, &stubs_.thunks}) {
      for (const auto& [address, callees] : *more) functions_[address] |= callees;
    }
    if (fixed_addresses_) add_words_without_relocation(image_, functions_, callees_);
    for (const auto& [entry, callees] : callees_.entries) {
      std::optional<elf::CodeExtent> functions = hull_around(code_, entry);
      if (functions) callee_extents_.emplace(entry, *functions);
    }
    std::vector<Reference> references =
        scan_aarch64(code_, callees_.slots, functions_, fixed_addresses_, search_.threads);
    std::erase_if(references, [&](const Reference& reference) {
      return is_in_stub(stubs_, reference.address) || data_.is_data(reference.address);
    });
    for (const Reference& reference : references) {
      if (reference.kind == Reference::Kind::branch) branch(reference);
    }
    follow_uses(references);
    for (const auto& [address, callees] : stubs_.doubtful) {
      found_.unresolved.push_back(
          {address, callees,
           "may be a PLT entry or a tail call: the file does not say where functions begin"});
    }
    for (const auto& [address, callees] : callees_.data_words) {
      if (!found_.used_slots.contains(address)) {
        found_.addresses_in_data.push_back({address, callees});
      }
    }
    put_in_order(found_);
    return std::move(found_);
  }

 private:
  void branch(const Reference& reference) {
    Instruction instruction =
        decode_aarch64_word(*aarch64_word(code_from(code_, reference.address)), reference.address);
    SiteKind kind = instruction.operation == Operation::call   ? SiteKind::call
                    : instruction.operation == Operation::jump ? SiteKind::tail_jump
                                                               : SiteKind::conditional_tail_jump;
    if (is_tail(kind) && is_inside_callee(reference.address, reference.target)) return;
    SiteForm form = stubs_.plt_entries.contains(reference.target) ? SiteForm::plt
                    : stubs_.thunks.contains(reference.target)    ? SiteForm::range_thunk
                                                                  : SiteForm::direct;
    found_.sites.push_back({reference.address, reference.target, kind, form,
                            callees_at(functions_, reference.target)});
  }

  // A jump back to the begin of the function that it is in is a loop.
  bool is_inside_callee(uint64_t at, uint64_t entry) const {
    CalleeSet callees = callees_at(callees_.entries, entry);
    if (callees == 0) return false;
    auto functions = callee_extents_.find(entry);
    bool shares = functions != callee_extents_.end() && contains(functions->second, at);
    return shares || is_in_part(callees_.cold_parts, callees, at);
  }

  void follow_uses(const std::vector<Reference>& references) {
    std::set<std::size_t> with_uses =
        ranges_with_addresses(code_, references, [&](uint64_t address) {
          return callees_.slots.contains(address) || functions_.contains(address);
        });
    std::vector<std::size_t> ranges(with_uses.begin(), with_uses.end());
    FlowTargets targets{callees_.slots, functions_, search_.never_returning, fixed_addresses_};
    std::vector<CallSites> found(ranges.size());
    for_each_piece(ranges.size(), search_.threads, [&](std::size_t index) {
      follow_registers(code_, targets, ranges[index], found[index]);
    });
    // The flow may have come through PLT entries, which lie together in one range.
    auto append = [&](auto& all, const auto& more) {
      std::copy_if(more.begin(), more.end(), std::back_inserter(all),
                   [&](const auto& item) { return !is_in_stub(stubs_, item.address); });
    };
    for (const CallSites& part : found) {
      append(found_.sites, part.sites);
      append(found_.addresses_in_code, part.addresses_in_code);
      append(found_.unresolved, part.unresolved);
      found_.used_slots.insert(part.used_slots.begin(), part.used_slots.end());
    }
  }

  const elf::Image& image_;
  const CodeMap& code_;
  const SiteSearch& search_;
  CalleePlaces callees_;
  const DataMarks data_;
  const bool fixed_addresses_ = image_.type == elf::FileType::executable;
  Aarch64Stubs stubs_;
  CalleesByAddress functions_;  // PLT entries, thunks and local definitions
  std::unordered_map<uint64_t, elf::CodeExtent> callee_extents_;  // by local entry: hull_around
  CallSites found_;
};

}  // namespace

CallSites find_aarch64_call_sites(const elf::Image& image, const CodeMap& code,
                                  const SiteSearch& search,
                                  const std::vector<elf::Symbol>* symbol_table) {
  return Aarch64SiteFinder(image, code, search, symbol_table).find();
}

}  // namespace ltoscope::audit

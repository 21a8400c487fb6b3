// From the sieve's candidates in one run of code to proven call sites: what the instructions are
// that hold them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "audit/call_sites.h"
#include "audit/displacement_scan.h"
#include "audit/plt_stubs.h"
#include "audit/x86_length.h"

namespace ltoscope::audit {

// What code can refer to, and how.
struct SiteTargets {
  CalleePlaces callees;
  PltStubs stubs;
  CalleesByAddress thunks;
  CalleesByAddress functions;  // PLT entries, thunks and local definitions
  std::unordered_map<uint64_t, elf::CodeExtent> callee_extents;  // by local entry: hull_around
};

// A range, and what the sieve found in it.
struct ProofJob {
  std::size_t index;  // of the range
  CodeRange range;
  std::span<const Candidate> candidates;  // in order
};

// Proves ranges one after the other; one for each thread's piece of work. Targets must outlive it.
class RangeProver {
 public:
  explicit RangeProver(const SiteTargets& targets) : targets_(targets) {}

  void prove(const ProofJob& job);
  // Branches with 8-bit distances, which the sieve does not see, that begin in [begin, end) and
  // lead to a target.
  void find_short_branches(const CodeRange& range, uint64_t begin, uint64_t end);

  CallSites found;
  // Ranges in which a callee's address is loaded, or taken. May repeat.
  std::vector<std::size_t> ranges_with_uses;

 private:
  void doubt(const Candidate& candidate, std::string reason);
  bool judge(const Outline& instruction, uint64_t at, const Candidate& candidate,
             const ProofJob& job);
  void refer(Transfer transfer, uint64_t at, const Candidate& candidate, const ProofJob& job);
  void use(const Candidate& candidate, const ProofJob& job);
  void branch(const Outline& instruction, const CodeRange& range, uint64_t at, uint64_t target);
  SiteForm form_of(const Outline& instruction, const CodeRange& range, uint64_t at,
                   uint64_t target) const;
  bool is_inside_callee(uint64_t at, uint64_t entry) const;

  const SiteTargets& targets_;
  // Where the last search for short branches ended: an instruction's begin, in the range of index
  // range.begin.
  std::pair<uint64_t, uint64_t> searched_ = {0, 0};
};

}  // namespace ltoscope::audit

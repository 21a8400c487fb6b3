// The shape on x86-64: `jmp rel32` (lld; ld.bfd has none).
#include "audit/range_thunks.h"

#include <optional>

#include "audit/x86_length.h"

namespace ltoscope::audit {
namespace {

constexpr std::byte jump{0xe9};

// Whether decoding from the begin of the range comes upon an instruction at address, with only
// jumps and padding on the way.
bool is_among_jumps(const CodeRange& range, uint64_t address) {
  for (uint64_t at = range.begin; at <= address;) {
    if (at == address) return true;
    std::span<const std::byte> bytes = range.bytes.subspan(at - range.begin);
    std::optional<Outline> instruction = outline(bytes);
    if (!instruction) return false;
    bool is_jump = bytes[0] == jump;
    bool is_trap = bytes[0] == std::byte{0xcc};
    // `nop`, and its longer forms.
    bool is_nop = bytes[0] == std::byte{0x90} || bytes[0] == std::byte{0x66} ||
                  (bytes[0] == std::byte{0x0f} && bytes[1] == std::byte{0x1f});
    bool passes = is_jump || is_trap || (is_nop && instruction->transfer == Transfer::none);
    if (!passes) return false;
    at += instruction->length;
  }
  return false;
}

}  // namespace

CalleesByAddress find_range_thunks(const CodeMap& code, const CalleesByAddress& functions,
                                   const std::vector<Candidate>& references) {
  CalleesByAddress thunks;
  if (!code.boundaries_known) return thunks;
  for (const Candidate& reference : references) {
    if (reference.reach != Reach::from_position) continue;
    uint64_t begin = reference.position - 1;
    std::optional<std::size_t> index = code.ranges.index_at(begin);
    if (!index) continue;
    CodeRange range = code.ranges[*index];
    if (range.in_function || range.bytes[begin - range.begin] != jump) continue;
    CalleeSet callees = callees_at(functions, reference.target);
    if (callees != 0 && is_among_jumps(range, begin)) thunks[begin] |= callees;
  }
  return thunks;
}

}  // namespace ltoscope::audit

// Follows all ways at once, a bit for each offset at which an instruction may begin.
#include "audit/x86_boundary.h"

#include <bit>
#include <cstdint>

#include "audit/x86_length.h"
#include "audit/x86_usual_length.h"

namespace ltoscope::audit {
namespace {

constexpr uint64_t all_ways = (uint64_t{1} << longest_instruction) - 1;
static_assert(settling_bytes >= longest_instruction && settling_bytes < 64);

// 0: no instruction.
std::size_t length_at(std::span<const std::byte> code, std::size_t offset) {
  if (code.size() - offset >= x86::usual_length_lookahead) {
    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(code.data());
    if (std::size_t length = x86::usual_length(bytes + offset); length != 0) return length;
  }
  std::optional<Outline> instruction = outline(code.subspan(offset));
  return instruction ? instruction->length : 0;
}

}  // namespace

std::optional<std::size_t> settled_begin(std::span<const std::byte> code, std::size_t position) {
  std::size_t first = position - settling_bytes;
  std::optional<std::size_t> settled;
  // By distance from first; at most settling_bytes, where the position is.
  for (uint64_t begins = all_ways; begins != 0; begins &= begins - 1) {
    std::size_t distance = static_cast<std::size_t>(std::countr_zero(begins));
    std::size_t length = length_at(code, first + distance);
    if (length == 0) continue;
    if (distance + length <= settling_bytes) {
      begins |= uint64_t{1} << (distance + length);
      continue;
    }
    if (settled) return std::nullopt;
    settled = first + distance;
  }
  return settled;
}

}  // namespace ltoscope::audit

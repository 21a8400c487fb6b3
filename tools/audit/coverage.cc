// One walk over all ranges.
#include "audit/coverage.h"

#include <algorithm>

#include "audit/x86_length.h"
#include "command/parallel.h"

namespace ltoscope::audit {
namespace {

constexpr std::size_t ranges_in_piece = 1024;

bool is_filler(std::byte byte) {
  return byte == std::byte{0} || byte == std::byte{0x90} || byte == std::byte{0xcc};
}

// Long nops are told by their opcode, and fill up to the next function.
bool is_padding(std::span<const std::byte> bytes) {
  if (is_filler(bytes[0])) return true;
  std::size_t at = 0;
  while (at < bytes.size() && (bytes[at] == std::byte{0x66} || bytes[at] == std::byte{0x2e})) ++at;
  bool long_nop =
      at + 1 < bytes.size() && bytes[at] == std::byte{0x0f} && bytes[at + 1] == std::byte{0x1f};
  bool short_nop = at < bytes.size() && bytes[at] == std::byte{0x90};
  return long_nop || short_nop;
}

void look_at(const CodeRange& range, Coverage& coverage) {
  std::size_t size = range.bytes.size();
  coverage.code_bytes += static_cast<int64_t>(size);
  if (range.in_function) {
    coverage.in_functions += static_cast<int64_t>(size);
    ++coverage.functions;
  }
  for (std::size_t at = 0; at < size;) {
    std::span<const std::byte> bytes = range.bytes.subspan(at);
    std::optional<Outline> instruction = outline(bytes);
    std::size_t length = instruction ? instruction->length : 1;
    if (!range.in_function) {
      if (!is_padding(bytes)) coverage.between_functions += static_cast<int64_t>(length);
    } else if (!instruction) {
      if (coverage.undecodable++ == 0) coverage.first_undecodable = range.begin + at;
    } else if (instruction->is_indirect) {
      ++(instruction->transfer == Transfer::call ? coverage.indirect_calls
                                                 : coverage.indirect_jumps);
    }
    at += length;
  }
}

void add(const Coverage& part, Coverage& all) {
  if (all.undecodable == 0) all.first_undecodable = part.first_undecodable;
  all.code_bytes += part.code_bytes;
  all.in_functions += part.in_functions;
  all.functions += part.functions;
  all.between_functions += part.between_functions;
  all.undecodable += part.undecodable;
  all.indirect_calls += part.indirect_calls;
  all.indirect_jumps += part.indirect_jumps;
}

}  // namespace

Coverage measure_coverage(const CodeMap& code, int threads) {
  std::size_t pieces = (code.ranges.size() + ranges_in_piece - 1) / ranges_in_piece;
  std::vector<Coverage> parts(pieces);
  for_each_piece(pieces, threads, [&](std::size_t piece) {
    std::size_t begin = piece * ranges_in_piece;
    std::size_t end = std::min(begin + ranges_in_piece, code.ranges.size());
    for (std::size_t range = begin; range < end; ++range) look_at(code.ranges[range], parts[piece]);
  });
  Coverage all;
  for (const Coverage& part : parts) add(part, all);
  all.boundaries_known = code.boundaries_known;
  return all;
}

}  // namespace ltoscope::audit

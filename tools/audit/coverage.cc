// One walk over all ranges.
#include "audit/coverage.h"

#include <algorithm>

#include "audit/aarch64_instruction.h"
#include "audit/aarch64_text.h"
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

void note_undecodable(uint64_t address, Coverage& coverage) {
  if (coverage.undecodable++ == 0) coverage.first_undecodable = address;
}

// The rest of what look_at counts.
void look_at_aarch64(const CodeRange& range, const DataMarks& data, Coverage& coverage) {
  constexpr uint32_t nop = 0xd503201f, zeros = 0;
  for (uint64_t at = range.begin; at < range.end; at += aarch64_size) {
    std::optional<uint32_t> word = aarch64_word(range.bytes.subspan(at - range.begin));
    if (data.is_data(at)) {
      coverage.marked_as_data += static_cast<int64_t>(std::min(aarch64_size, range.end - at));
    } else if (!word) {
      note_undecodable(at, coverage);
    } else if (!range.in_function) {
      bool is_padding = *word == nop || *word == zeros;
      if (!is_padding) coverage.between_functions += static_cast<int64_t>(aarch64_size);
    } else if (is_aarch64_undefined(*word)) {
      note_undecodable(at, coverage);
    } else {
      Instruction instruction = decode_aarch64_word(*word, at);
      bool indirect = instruction.operands[0].kind == Operand::Kind::general_register;
      if (instruction.operation == Operation::call && indirect) ++coverage.indirect_calls;
      if (instruction.operation == Operation::jump && indirect) ++coverage.indirect_jumps;
    }
  }
}

void look_at(elf::Machine machine, const CodeRange& range, const DataMarks& data,
             Coverage& coverage) {
  std::size_t size = range.bytes.size();
  coverage.code_bytes += static_cast<int64_t>(size);
  if (range.in_function) {
    coverage.in_functions += static_cast<int64_t>(size);
    ++coverage.functions;
  }
  if (machine == elf::Machine::aarch64) return look_at_aarch64(range, data, coverage);
  for (std::size_t at = 0; at < size;) {
    std::span<const std::byte> bytes = range.bytes.subspan(at);
    std::optional<Outline> instruction = outline(bytes);
    std::size_t length = instruction ? instruction->length : 1;
    if (!range.in_function) {
      if (!is_padding(bytes)) coverage.between_functions += static_cast<int64_t>(length);
    } else if (!instruction) {
      note_undecodable(range.begin + at, coverage);
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
  all.marked_as_data += part.marked_as_data;
  all.undecodable += part.undecodable;
  all.indirect_calls += part.indirect_calls;
  all.indirect_jumps += part.indirect_jumps;
}

}  // namespace

Coverage measure_coverage(const CodeMap& code, const DataMarks& data, int threads) {
  std::size_t pieces = (code.ranges.size() + ranges_in_piece - 1) / ranges_in_piece;
  std::vector<Coverage> parts(pieces);
  for_each_piece(pieces, threads, [&](std::size_t piece) {
    std::size_t begin = piece * ranges_in_piece;
    std::size_t end = std::min(begin + ranges_in_piece, code.ranges.size());
    for (std::size_t range = begin; range < end; ++range)
      look_at(code.image->machine, code.ranges[range], data, parts[piece]);
  });
  Coverage all;
  for (const Coverage& part : parts) add(part, all);
  all.boundaries_known = code.boundaries_known;
  return all;
}

}  // namespace ltoscope::audit

// Goes on from the last instruction found, unless that is behind.
#include "audit/instruction_finder.h"

#include "audit/x86_length.h"

namespace ltoscope::audit {

std::optional<uint64_t> InstructionFinder::holding(uint64_t position) {
  std::optional<std::size_t> range_index = code_.ranges.index_at(position);
  if (!range_index) return std::nullopt;
  const CodeRange& range = code_.ranges[*range_index];
  if (*range_index != range_ || position < at_) {
    range_ = *range_index;
    at_ = range.begin;
  }
  while (at_ < range.end) {
    std::optional<Outline> instruction = outline(range.bytes.subspan(at_ - range.begin));
    if (!instruction) return std::nullopt;
    if (position < at_ + instruction->length) return at_;
    at_ += instruction->length;
  }
  return std::nullopt;
}

}  // namespace ltoscope::audit

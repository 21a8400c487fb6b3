// The instruction that holds a byte, found by decoding from where its function begins.
#pragma once

#include <cstdint>
#include <optional>

#include "audit/code_map.h"

namespace ltoscope::audit {

// Quick for positions that come in ascending order. The code must outlive it.
class InstructionFinder {
 public:
  explicit InstructionFinder(const CodeMap& code) : code_(code) {}

  // Nothing when position is no code, or follows bytes that are no instruction.
  std::optional<uint64_t> holding(uint64_t position);

 private:
  const CodeMap& code_;
  std::size_t range_ = static_cast<std::size_t>(-1);
  uint64_t at_ = 0;  // an instruction begins here, in the range
};

}  // namespace ltoscope::audit

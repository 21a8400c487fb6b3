// A piece of code for one thread to work on, copied out of the file with one call rather than
// mapped: the first look at each mapped page costs more than copying it, and pages stay in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "audit/code_map.h"

namespace ltoscope::audit {

class CodeCopy {
 public:
  // Requires: [begin, end) is within one area, and not empty. The code must outlive it.
  CodeCopy(const CodeMap& code, uint64_t begin, uint64_t end);

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::unique_ptr<std::byte[]> copied_;  // nullptr: they are mapped after all
  std::span<const std::byte> bytes_;
};

}  // namespace ltoscope::audit

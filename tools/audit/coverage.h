// How much of a library's code the audit can have looked at: what is decoded from known beginnings
// of functions, what lies between them, what is no instruction, and calls whose target is in a
// register or in memory and is not followed to any watched callee.
#pragma once

#include <cstdint>
#include <vector>

#include "audit/code_map.h"
#include "audit/mapping_symbols.h"

namespace ltoscope::audit {

struct Coverage {
  int64_t code_bytes = 0;
  int64_t in_functions = 0;  // bytes
  int64_t functions = 0;
  int64_t between_functions = 0;  // bytes that are no padding
  int64_t marked_as_data = 0;     // bytes that symbols say are data, which count for nothing else
  int64_t undecodable = 0;        // places in functions where bytes are no instruction
  uint64_t first_undecodable = 0;
  int64_t indirect_calls = 0;  // in functions: through a register or memory
  int64_t indirect_jumps = 0;  // those of jump tables among them
  bool boundaries_known = false;
};

// Of x86-64 and AArch64. Decodes all code. data: of AArch64.
Coverage measure_coverage(const CodeMap& code, const DataMarks& data, int threads);

}  // namespace ltoscope::audit

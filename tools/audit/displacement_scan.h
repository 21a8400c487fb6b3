// A fast sieve over machine code: every position whose four bytes, read as an instruction's last
// displacement, reach a watched address. Exact in one direction: a branch, call or load that
// reaches a watched address is never missed. What it finds may be chance (the bytes of other
// instructions, data); decoding decides.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "audit/code_map.h"

namespace ltoscope::audit {

enum class Reach : uint8_t {
  from_position,  // the bytes are a displacement from their own end
  absolute,       // the bytes are the address
  from_got,       // the bytes are the lower half of a distance from the GOT
};

struct Candidate {
  uint64_t position;  // address of the four bytes
  uint64_t target;    // the watched address
  Reach reach;
};

// What to look for beyond displacements from the program counter.
struct ScanForms {
  bool absolute = false;                // in files that are loaded at a fixed address
  std::optional<uint64_t> got_address;  // distances from there: the large code model
};

// Sorted by position.
std::vector<Candidate> find_displacements(const CodeMap& code, const std::vector<uint64_t>& watched,
                                          const ScanForms& forms, int threads);

// Positions of four bytes that may be an absolute operand of the thread pointer's segment: in
// [-block, 0], behind a SIB byte that names no register. Sorted.
std::vector<uint64_t> find_thread_pointer_accesses(const CodeMap& code, int64_t block, int threads);

}  // namespace ltoscope::audit

// A fast sieve over machine code: every position whose four bytes, read as an instruction's last
// displacement, reach a watched address. Exact in one direction: a branch, call or load that
// reaches a watched address is never missed. What it finds may be chance (the bytes of other
// instructions, data); decoding decides.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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

class AddressSieve;

// May be used by several threads at once.
class DisplacementScan {
 public:
  DisplacementScan(std::vector<uint64_t> watched, const ScanForms& forms);
  ~DisplacementScan();

  // Adds the candidates among the bytes, which begin with an instruction that stands at address, in
  // the order of their positions.
  void look(uint64_t address, std::span<const std::byte> bytes,
            std::vector<Candidate>& candidates) const;

 private:
  std::unique_ptr<const AddressSieve> sieve_;  // nullptr: nothing is watched
  ScanForms forms_;
};

// Those of whole areas, sorted by position.
std::vector<Candidate> find_displacements(std::span<const CodeArea> areas,
                                          std::vector<uint64_t> watched, const ScanForms& forms,
                                          int threads);

// Positions of four bytes that may be an absolute operand of the thread pointer's segment: in
// [-block, 0], behind a SIB byte that names no register. Sorted.
std::vector<uint64_t> find_thread_pointer_accesses(std::span<const CodeArea> areas, int64_t block,
                                                   int threads);

}  // namespace ltoscope::audit

// A counter: each thread has two credits in its thread cell (thread_cell.h), bytes that it may
// still allocate and bytes that it may still free before something has to be done. Counting a block
// takes from one of them, in memory, and looks at the sign: no comparison with a threshold, no
// phase.
//
// What a thread has gathered is free_credit - allocation_credit - base. Credits of flush_threshold
// -+ base keep that within the threshold. A thread's cell is zero at first, so that its first block
// has no credit: the thread is entered. From when it leaves, credits stay 0: whatever comes then is
// added at once.
#pragma once

#include <cstdint>

#include "alloc/thread_cell.h"

namespace engine::alloc {

class OffsetCell {
 public:
  // Requires of all: there is a thread cell.
  static bool allocated(int64_t bytes) noexcept { return took(allocation_credit, bytes); }
  static bool freed(int64_t bytes) noexcept { return took(free_credit, bytes); }
  // The block is in its credit already.
  static void allocated_slowly(int64_t) noexcept { refill(); }
  static void freed_slowly(int64_t) noexcept { refill(); }

  static void settle() noexcept;

 private:
  enum Word { allocation_credit, free_credit };  // and base

  static bool took(Word credit, int64_t bytes) noexcept {
    CellWord& word = cell_word(thread_cell_offset, credit);
    return (word -= bytes) >= 0;
  }

  static void refill() noexcept;
};

}  // namespace engine::alloc

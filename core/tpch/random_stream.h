// The random numbers of one column, drawn as the TPC's dbgen draws them: s <- 16807 s mod 2^31 - 1.
// Every row of a table owns a fixed number of draws, used or not, so that the state before any row
// follows from the seed alone and rows can be generated in any order, on any thread.
#pragma once

#include <cstdint>

namespace engine::tpch {

class RandomStream {
 public:
  // Stands before `row`, counted from 0.
  RandomStream(int64_t seed, int64_t draws_per_row, int64_t row);

  // The next draw, low to high, both included.
  int64_t uniform(int64_t low, int64_t high);

  // The next `count` draws. One call for many: the state stays in a register. Requires: low and
  // high fit 32 bits.
  void uniform(int64_t low, int64_t high, int64_t count, int32_t* values);

  // What dbgen makes of a draw from 0 to 2^31 - 1, whose width overflows its 32 bits: -2^31 to 0.
  int64_t overflowed();

  // Moves to the next row, however many draws were made in this one.
  void next_row();

 private:
  uint64_t row_start_;   // the state before the first draw of the row
  uint64_t row_factor_;  // the factor from one row's start to the next one's
  uint64_t state_;
};

}  // namespace engine::tpch

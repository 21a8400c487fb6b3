// Hands the rows of a table out in morsels, pieces that are large beside a batch and small beside
// the table, so that workers of unequal speed end together. Any number of threads may take from one
// queue.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace engine::operators {

struct RowRange {
  int64_t first;
  int64_t end;  // one past the last
};

class MorselQueue {
 public:
  // Requires: row_count >= 0, rows_per_morsel > 0.
  MorselQueue(int64_t row_count, int64_t rows_per_morsel);

  // The next morsel; nothing when all are taken.
  std::optional<RowRange> take();

  // Drops the morsels not taken yet.
  void stop();

  // How many morsels there were at the start.
  int64_t morsel_count() const { return morsel_count_; }

 private:
  const int64_t row_count_;
  const int64_t rows_per_morsel_;
  const int64_t morsel_count_;
  std::atomic<int64_t> next_morsel_ = 0;
};

}  // namespace engine::operators

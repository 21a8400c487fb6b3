// The shared counter behind the morsels.
#include "operators/morsel_queue.h"

#include <algorithm>
#include <cassert>

namespace engine::operators {

MorselQueue::MorselQueue(int64_t row_count, int64_t rows_per_morsel)
    : row_count_(row_count),
      rows_per_morsel_(rows_per_morsel),
      morsel_count_((row_count + rows_per_morsel - 1) / rows_per_morsel) {
  assert(row_count >= 0 && rows_per_morsel > 0);
}

std::optional<RowRange> MorselQueue::take() {
  // Relaxed: the counter hands out numbers and orders nothing else.
  int64_t morsel = next_morsel_.fetch_add(1, std::memory_order_relaxed);
  if (morsel >= morsel_count_) return std::nullopt;
  int64_t first = morsel * rows_per_morsel_;
  return RowRange{first, std::min(first + rows_per_morsel_, row_count_)};
}

void MorselQueue::stop() { next_morsel_.store(morsel_count_, std::memory_order_relaxed); }

}  // namespace engine::operators

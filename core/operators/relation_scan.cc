// Cutting morsels into batches.
#include "operators/relation_scan.h"

#include <algorithm>
#include <utility>

namespace engine::operators {
namespace {

template <class Value>
int64_t border_after_equal(const Value* values, int64_t row, int64_t row_count) {
  while (row > 0 && row < row_count && values[row] == values[row - 1]) ++row;
  return row;
}

}  // namespace

RelationScan::RelationScan(std::shared_ptr<const Relation> relation, std::vector<int64_t> positions,
                           std::optional<int64_t> whole_groups, MorselQueue& morsels,
                           int64_t batch_size, const Cancellation* cancellation,
                           const MemoryWatch* memory)
    : relation_(std::move(relation)),
      positions_(std::move(positions)),
      whole_groups_(whole_groups),
      morsels_(morsels),
      batch_size_(batch_size),
      cancellation_(cancellation),
      memory_(memory) {}

int64_t RelationScan::group_border(int64_t row) const {
  if (!whole_groups_) return row;
  columns::Vector values = relation_->columns[*whole_groups_];
  if (values.storage == columns::Storage::int32) {
    return border_after_equal(values.values<int32_t>(), row, relation_->row_count);
  }
  return border_after_equal(values.values<int64_t>(), row, relation_->row_count);
}

std::optional<columns::Batch> RelationScan::produce() {
  if (cancellation_ != nullptr) cancellation_->check();
  while (rest_.first >= rest_.end) {
    if (memory_ != nullptr) memory_->check();
    std::optional<RowRange> morsel = morsels_.take();
    if (!morsel) return std::nullopt;
    morsel_ = morsel->first;
    rest_ = {group_border(morsel->first), group_border(morsel->end)};
  }
  columns::Batch batch = {.row_count = std::min(batch_size_, rest_.end - rest_.first),
                          .morsel = morsel_};
  batch.columns.reserve(positions_.size());
  for (int64_t position : positions_) {
    batch.columns.push_back(relation_->columns[position].from(rest_.first));
  }
  rest_.first += batch.row_count;
  return batch;
}

}  // namespace engine::operators

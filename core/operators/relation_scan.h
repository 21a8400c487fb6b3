// Reads some columns of a relation, morsel by morsel, and gives them on in batches. Copies no
// values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "operators/cancellation.h"
#include "operators/memory_watch.h"
#include "operators/morsel_queue.h"
#include "operators/operator.h"
#include "operators/relation.h"

namespace engine::operators {

class RelationScan : public Operator {
 public:
  // Gives the columns at these positions. With `whole_groups`, the position of an ascending column,
  // rows with the same value there are never dealt out to two morsels.
  // `cancellation` and `memory` may be null. Requires: they and the queue, which deals out the
  // relation's rows, outlive the scan.
  RelationScan(std::shared_ptr<const Relation> relation, std::vector<int64_t> positions,
               std::optional<int64_t> whole_groups, MorselQueue& morsels, int64_t batch_size,
               const Cancellation* cancellation, const MemoryWatch* memory);

 private:
  std::optional<columns::Batch> produce() override;
  // Moves a border between morsels down to where a group ends.
  int64_t group_border(int64_t row) const;

  std::shared_ptr<const Relation> relation_;
  std::vector<int64_t> positions_;
  std::optional<int64_t> whole_groups_;
  MorselQueue& morsels_;
  int64_t batch_size_;
  const Cancellation* cancellation_;
  const MemoryWatch* memory_;
  RowRange rest_ = {0, 0};  // of the morsel being read
  int64_t morsel_ = 0;
};

}  // namespace engine::operators

// What the rows of each group come to: sums, counts, least and largest values. Those of several
// workers add up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "columns/batch.h"
#include "columns/decimal.h"
#include "expressions/expression.h"
#include "primitives/aggregate.h"

namespace engine::operators {

// One number kept for each group.
struct Accumulation {
  bool is_count;
  primitives::Fold fold;
  std::shared_ptr<const expressions::Expression> argument;  // null: of a count
  columns::Storage storage;                                 // int64, or int128 where it may exceed
  columns::Int128 initial;                                  // over no rows
};

class Accumulators {
 public:
  // `most_groups`: how many groups there may be; nothing: unknown.
  Accumulators(const std::vector<Accumulation>& accumulations, std::optional<int64_t> most_groups);

  int64_t group_count() const { return group_count_; }
  // Adds groups, over no rows yet.
  void grow(int64_t group_count);

  // Takes in rows of a batch, the i-th for group groups[i].
  void add(columns::Batch& batch, columns::Rows rows, const int32_t* groups);
  // All of them for group 0.
  void add_to_one(columns::Batch& batch, columns::Rows rows);

  // To be called after the last add(), before what follows.
  void finish_adding();

  // Takes in group source_groups[i] of another one as part of groups[i].
  void merge(const Accumulators& other, const std::vector<int32_t>& source_groups,
             const int32_t* groups);

  // Writes what accumulation number `index` has come to for some groups side by side, in a storage
  // that holds it.
  void write(int64_t index, const std::vector<int32_t>& groups, columns::Storage storage,
             std::byte* values) const;

  // What accumulation number `index` has come to for a group.
  columns::Int128 value(int64_t index, int64_t group) const;

 private:
  // By group, in the accumulation's storage.
  struct State {
    Accumulation of;
    primitives::GroupedFoldKernel grouped = nullptr;
    primitives::FoldKernel all = nullptr;
    primitives::GroupedFoldKernel merging = nullptr;
    primitives::LanedSumKernel laned = nullptr;  // of sums of few groups
    std::vector<int64_t> narrow = {};
    std::vector<columns::Int128> wide = {};
    std::vector<int64_t> lanes = {};  // of sums and counts of few groups, while rows are added

    void* values() {
      return of.storage == columns::Storage::int64 ? static_cast<void*>(narrow.data())
                                                   : wide.data();
    }
    const void* values() const { return const_cast<State*>(this)->values(); }
  };

  std::vector<State> states_;
  int64_t group_count_ = 0;
};

}  // namespace engine::operators

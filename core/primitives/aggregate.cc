// The kernels of aggregation and their tables.
#include "primitives/aggregate.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "columns/decimal.h"
#include "primitives/loop.h"

namespace engine::primitives {
namespace {

using columns::Int128;
using columns::Storage;

template <Fold fold, class Number>
Number folded(Number accumulator, Number value) {
  if constexpr (fold == Fold::sum) return accumulator + value;
  if constexpr (fold == Fold::minimum) return std::min(accumulator, value);
  if constexpr (fold == Fold::maximum) return std::max(accumulator, value);
}

template <Fold fold, class Value, class Accumulator>
void fold_by_group(const void* values, columns::Rows rows, const int32_t* groups,
                   void* accumulators) {
  const Value* value = static_cast<const Value*>(values);
  Accumulator* accumulator = static_cast<Accumulator*>(accumulators);
  auto add = [=](int64_t i, int64_t row) {
    Accumulator& of_group = accumulator[groups[i]];
    of_group = folded<fold>(of_group, static_cast<Accumulator>(value[row]));
  };
  if (rows.indexes == nullptr) {
    for (int64_t row = 0; row < rows.count; ++row) add(row, row);
  } else {
    for (int64_t i = 0; i < rows.count; ++i) add(i, rows.indexes[i]);
  }
}

template <Fold fold, class Value, class Accumulator>
void fold_all(const void* values, columns::Rows rows, void* accumulator) {
  const Value* value = static_cast<const Value*>(values);
  Accumulator result = *static_cast<Accumulator*>(accumulator);
  for_each_row(rows, [&](int64_t row) {
    result = folded<fold>(result, static_cast<Accumulator>(value[row]));
  });
  *static_cast<Accumulator*>(accumulator) = result;
}

// Calls action(lane, i) for each i below `count`, the lanes by turns.
template <class Action>
void in_turns(int64_t count, const Action& action) {
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (int64_t lane = 0; lane < lanes; ++lane) action(lane, i + lane);
  }
  for (; i < count; ++i) action(0, i);
}

template <class Value>
void sum_in_lanes(const void* values, columns::Rows rows, const int32_t* groups,
                  int64_t group_count, int64_t* accumulators) {
  const Value* value = static_cast<const Value*>(values);
  if (rows.indexes == nullptr) {
    in_turns(rows.count, [=](int64_t lane, int64_t i) {
      accumulators[lane * group_count + groups[i]] += value[i];
    });
  } else {
    in_turns(rows.count, [=, indexes = rows.indexes](int64_t lane, int64_t i) {
      accumulators[lane * group_count + groups[i]] += value[indexes[i]];
    });
  }
}

// The kernels of one fold for one pair of storages.
struct Kernels {
  GroupedFoldKernel grouped;
  FoldKernel all;
};

template <class Value, class Accumulator>
Kernels kernels_of(Fold fold) {
  switch (fold) {
    case Fold::sum:
      return {fold_by_group<Fold::sum, Value, Accumulator>,
              fold_all<Fold::sum, Value, Accumulator>};
    case Fold::minimum:
      return {fold_by_group<Fold::minimum, Value, Accumulator>,
              fold_all<Fold::minimum, Value, Accumulator>};
    case Fold::maximum:
      return {fold_by_group<Fold::maximum, Value, Accumulator>,
              fold_all<Fold::maximum, Value, Accumulator>};
  }
  std::unreachable();
}

template <class Accumulator>
Kernels kernels_of(Fold fold, Storage values) {
  switch (values) {
    case Storage::uint8:
      return kernels_of<uint8_t, Accumulator>(fold);
    case Storage::int32:
      return kernels_of<int32_t, Accumulator>(fold);
    case Storage::int64:
      return kernels_of<int64_t, Accumulator>(fold);
    case Storage::int128:
      return kernels_of<Int128, Accumulator>(fold);
    case Storage::string:
      break;
  }
  std::unreachable();
}

Kernels kernels_of(Fold fold, Storage values, Storage accumulators) {
  assert(accumulators == Storage::int64 || accumulators == Storage::int128);
  return accumulators == Storage::int64 ? kernels_of<int64_t>(fold, values)
                                        : kernels_of<Int128>(fold, values);
}

}  // namespace

GroupedFoldKernel grouped_fold_kernel(Fold fold, Storage values, Storage accumulators) {
  return kernels_of(fold, values, accumulators).grouped;
}

FoldKernel fold_kernel(Fold fold, Storage values, Storage accumulators) {
  return kernels_of(fold, values, accumulators).all;
}

LanedSumKernel laned_sum_kernel(Storage values) {
  switch (values) {
    case Storage::uint8:
      return sum_in_lanes<uint8_t>;
    case Storage::int32:
      return sum_in_lanes<int32_t>;
    case Storage::int64:
      return sum_in_lanes<int64_t>;
    case Storage::int128:
    case Storage::string:
      break;
  }
  std::unreachable();
}

void count_in_lanes(const int32_t* groups, int64_t count, int64_t group_count, int64_t* counts) {
  in_turns(count, [=](int64_t lane, int64_t i) { ++counts[lane * group_count + groups[i]]; });
}

void count_by_group(const int32_t* groups, int64_t count, int64_t* counts) {
  for (int64_t i = 0; i < count; ++i) ++counts[groups[i]];
}

}  // namespace engine::primitives

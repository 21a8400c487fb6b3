// Folding batches and other accumulators in.
#include "operators/accumulators.h"

#include <type_traits>
#include <utility>

namespace engine::operators {
namespace {

// So many groups, in all lanes, stay in a core's first cache.
constexpr int64_t few_groups = 256;

}  // namespace

using columns::Storage;

Accumulators::Accumulators(const std::vector<Accumulation>& accumulations,
                           std::optional<int64_t> most_groups) {
  bool are_few = most_groups && *most_groups <= few_groups;
  for (const Accumulation& each : accumulations) {
    State state = {.of = each};
    // What is merged are counts and sums, which are summed, and bounds, of which bounds are taken.
    primitives::Fold fold = each.is_count ? primitives::Fold::sum : each.fold;
    state.merging = primitives::grouped_fold_kernel(fold, each.storage, each.storage);
    if (!each.is_count) {
      Storage values = each.argument->type().storage;
      state.grouped = primitives::grouped_fold_kernel(fold, values, each.storage);
      state.all = primitives::fold_kernel(fold, values, each.storage);
      bool is_narrow_sum = fold == primitives::Fold::sum && each.storage == Storage::int64 &&
                           values != Storage::int128;
      if (are_few && is_narrow_sum) state.laned = primitives::laned_sum_kernel(values);
    }
    if (are_few && (each.is_count || state.laned != nullptr)) {
      state.lanes.resize(primitives::lanes * *most_groups);
    }
    states_.push_back(std::move(state));
  }
}

void Accumulators::grow(int64_t group_count) {
  if (group_count <= group_count_) return;
  group_count_ = group_count;
  for (State& state : states_) {
    if (state.of.storage == Storage::int64) {
      state.narrow.resize(group_count, static_cast<int64_t>(state.of.initial));
    } else {
      state.wide.resize(group_count, state.of.initial);
    }
  }
}

void Accumulators::add(columns::Batch& batch, columns::Rows rows, const int32_t* groups) {
  for (State& state : states_) {
    int64_t lane_size = std::ssize(state.lanes) / primitives::lanes;
    if (state.of.is_count) {
      if (lane_size > 0) {
        primitives::count_in_lanes(groups, rows.count, lane_size, state.lanes.data());
      } else {
        primitives::count_by_group(groups, rows.count, state.narrow.data());
      }
      continue;
    }
    columns::Vector values = state.of.argument->evaluate(batch, rows);
    if (lane_size > 0) {
      state.laned(values.data, rows, groups, lane_size, state.lanes.data());
    } else {
      state.grouped(values.data, rows, groups, state.values());
    }
  }
}

void Accumulators::finish_adding() {
  for (State& state : states_) {
    int64_t lane_size = std::ssize(state.lanes) / primitives::lanes;
    for (int64_t i = 0; i < std::ssize(state.lanes); ++i) {
      int64_t group = i % lane_size;
      if (group < group_count_) state.narrow[group] += state.lanes[i];
    }
    state.lanes.clear();
  }
}

void Accumulators::add_to_one(columns::Batch& batch, columns::Rows rows) {
  for (State& state : states_) {
    if (state.of.is_count) {
      state.narrow[0] += rows.count;
    } else {
      columns::Vector values = state.of.argument->evaluate(batch, rows);
      state.all(values.data, rows, state.values());
    }
  }
}

void Accumulators::merge(const Accumulators& other, const std::vector<int32_t>& source_groups,
                         const int32_t* groups) {
  columns::Rows rows = {source_groups.data(), std::ssize(source_groups)};
  for (std::size_t i = 0; i < states_.size(); ++i) {
    states_[i].merging(other.states_[i].values(), rows, groups, states_[i].values());
  }
}

void Accumulators::write(int64_t index, const std::vector<int32_t>& groups, Storage storage,
                         std::byte* values) const {
  const State& state = states_[index];
  auto write_as = [&](auto* results) {
    using Value = std::remove_pointer_t<decltype(results)>;
    if (state.of.storage == Storage::int64) {
      for (int32_t group : groups) *results++ = static_cast<Value>(state.narrow[group]);
    } else {
      for (int32_t group : groups) *results++ = static_cast<Value>(state.wide[group]);
    }
  };
  switch (storage) {
    case Storage::uint8:
      return write_as(reinterpret_cast<uint8_t*>(values));
    case Storage::int32:
      return write_as(reinterpret_cast<int32_t*>(values));
    case Storage::int64:
      return write_as(reinterpret_cast<int64_t*>(values));
    case Storage::int128:
      return write_as(reinterpret_cast<columns::Int128*>(values));
    case Storage::string:
      break;
  }
  std::unreachable();
}

columns::Int128 Accumulators::value(int64_t index, int64_t group) const {
  const State& state = states_[index];
  return state.of.storage == Storage::int64 ? state.narrow[group] : state.wide[group];
}

}  // namespace engine::operators

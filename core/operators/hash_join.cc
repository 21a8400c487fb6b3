// Probing, by what a match is needed for: to know that there is one, to fetch the one row, or to
// make pairs.
#include "operators/hash_join.h"

#include <algorithm>
#include <atomic>
#include <ranges>
#include <span>
#include <utility>

#include "operators/filter.h"
#include "primitives/gather.h"
#include "primitives/loop.h"
#include "primitives/selections.h"

namespace engine::operators {
namespace {

using plan::JoinKind;

// A column of 1 at the found rows and of 0 at the others.
void append_mark(columns::Batch& batch, columns::Rows rows, columns::Rows found) {
  uint8_t* mark = batch.add_values<uint8_t>();
  primitives::for_each_row(rows, [=](int64_t row) { mark[row] = 0; });
  primitives::for_each_row(found, [=](int64_t row) { mark[row] = 1; });
  batch.columns.push_back({columns::Storage::uint8, reinterpret_cast<const std::byte*>(mark)});
}

std::optional<columns::Batch> unless_empty(columns::Batch batch) {
  if (batch.rows().count == 0) return std::nullopt;
  return batch;
}

}  // namespace

void MatchedRows::mark(int32_t row) {
  std::atomic_ref<uint8_t>(matched_[row]).store(1, std::memory_order_relaxed);
}

bool MatchedRows::is_marked(int32_t row) const {
  // The reference is to an object that others write, and needs one that is not const.
  auto& matched = const_cast<uint8_t&>(matched_[row]);
  return std::atomic_ref<uint8_t>(matched).load(std::memory_order_relaxed) != 0;
}

std::vector<int32_t> MatchedRows::rows(bool marked) const {
  std::vector<int32_t> result(matched_.size());
  int64_t count = primitives::select_rows(
      {nullptr, std::ssize(matched_)}, [&](int64_t row) { return (matched_[row] != 0) == marked; },
      result.data());
  result.resize(count);
  return result;
}

HashJoin::HashJoin(std::unique_ptr<Operator> input, std::shared_ptr<const JoinPlan> plan,
                   int64_t batch_size)
    : input_(std::move(input)), plan_(std::move(plan)), batch_size_(batch_size) {}

std::optional<columns::Batch> HashJoin::produce() {
  while (true) {
    if (probe_) {
      if (std::optional<columns::Batch> batch = next_pairs()) return batch;
      continue;
    }
    std::optional<columns::Batch> batch = input_->next();
    if (!batch) return std::nullopt;
    if (std::optional<columns::Batch> result = joined(std::move(*batch))) return result;
  }
}

std::optional<columns::Batch> HashJoin::joined(columns::Batch batch) {
  bool by_presence_alone = !plan::gives_build_columns(plan_->kind) && !plan_->condition;
  bool needs_ids = !by_presence_alone || plan::keeps_build_rows(plan_->kind);
  int32_t* ids = needs_ids ? batch.add_values<int32_t>() : nullptr;
  columns::Rows found = plan_->table->find(plan_->probe_keys, plan_->keys_within, batch, ids);
  if (by_presence_alone && !needs_ids) return kept(std::move(batch), found);
  if (plan_->table->is_unique()) return with_one_match(std::move(batch), found, ids);
  if (plan::gives_build_columns(plan_->kind)) {
    begin_pairs(std::move(batch), found, ids);
    return std::nullopt;
  }
  return with_matches(std::move(batch), found, ids);
}

std::optional<columns::Batch> HashJoin::kept(columns::Batch batch, columns::Rows found) {
  columns::Rows rows = batch.rows();
  switch (plan_->kind) {
    case JoinKind::semi:
    case JoinKind::anti: {
      columns::SelectionVector selection(std::max<int64_t>(rows.count, 1));
      if (plan_->kind == JoinKind::semi) {
        std::copy_n(found.indexes, found.count, selection.indexes.get());
        selection.count = found.count;
      } else {
        selection.count = primitives::rows_without(rows, found, selection.indexes.get());
      }
      batch.select(std::move(selection));
      return unless_empty(std::move(batch));
    }
    case JoinKind::mark:
      append_mark(batch, rows, found);
      return batch;
    default:
      break;
  }
  std::unreachable();
}

void HashJoin::append_build_columns(columns::Batch& batch, columns::Rows rows,
                                    const int32_t* sources) const {
  for (int64_t position : plan_->build_columns) {
    columns::Vector values = plan_->table->build().columns[position];
    std::byte* results = batch.add_bytes(columns::bytes_per_value(values.storage));
    primitives::gather(values.storage, values.data, sources, rows, results);
    batch.columns.push_back({values.storage, results});
  }
}

// Each row has one match at most, so rows stay where they are and the build columns come to them.
std::optional<columns::Batch> HashJoin::with_one_match(columns::Batch batch, columns::Rows found,
                                                       const int32_t* ids) {
  columns::Rows rows = batch.rows();
  const JoinTable& table = *plan_->table;
  int32_t* sources = batch.add_values<int32_t>();
  if (plan_->kind == JoinKind::left) {
    primitives::for_each_row(rows, [=](int64_t row) { sources[row] = MatchPairs::no_row; });
  }
  primitives::for_each_row(found, [&](int64_t row) { sources[row] = table.row_of(ids[row]); });
  std::size_t probe_columns = batch.columns.size();
  columns::Rows gathered = plan_->kind == JoinKind::left ? rows : found;
  append_build_columns(batch, gathered, sources);
  if (plan_->condition) {
    int32_t* met = batch.add_values<int32_t>();
    found = {met, plan_->condition->select(batch, found, met)};
  }
  if (plan::keeps_build_rows(plan_->kind)) {
    primitives::for_each_row(found, [&](int64_t row) { plan_->matched->mark(sources[row]); });
    return std::nullopt;
  }
  if (!plan::gives_build_columns(plan_->kind)) {
    batch.columns.resize(probe_columns);
    return kept(std::move(batch), found);
  }
  if (plan_->kind == JoinKind::left) {
    append_mark(batch, rows, found);
    return batch;
  }
  columns::SelectionVector selection(std::max<int64_t>(found.count, 1));
  std::copy_n(found.indexes, found.count, selection.indexes.get());
  selection.count = found.count;
  batch.select(std::move(selection));
  return unless_empty(std::move(batch));
}

void HashJoin::begin_pairs(columns::Batch batch, columns::Rows found, const int32_t* ids) {
  columns::Rows missed = {nullptr, 0};
  if (plan_->kind == JoinKind::left) {
    columns::Rows rows = batch.rows();
    missed_ = columns::SelectionVector(std::max<int64_t>(rows.count, 1));
    missed = {missed_.indexes.get(), primitives::rows_without(rows, found, missed_.indexes.get())};
  }
  pairs_.emplace(*plan_->table, found, ids, missed);
  probe_ = std::move(batch);
}

std::optional<columns::Batch> HashJoin::next_pairs() {
  if (!pairs_->next(batch_size_)) {
    probe_.reset();
    return std::nullopt;
  }
  columns::Batch batch = batch_of(*pairs_, *probe_);
  if (plan_->condition) keep_rows_that_meet(*plan_->condition, batch);
  if (plan_->kind == JoinKind::left) {
    columns::Rows rows = batch.rows();
    int32_t* found = batch.add_values<int32_t>();
    const int32_t* build = pairs_->build().data();
    int64_t count = primitives::select_rows(
        rows, [=](int64_t row) { return build[row] != MatchPairs::no_row; }, found);
    append_mark(batch, rows, {found, count});
  }
  return unless_empty(std::move(batch));
}

std::optional<columns::Batch> HashJoin::with_matches(columns::Batch batch, columns::Rows found,
                                                     const int32_t* ids) {
  const JoinTable& table = *plan_->table;
  if (!plan_->condition) {
    // Of a key whose rows are marked already, they all are.
    primitives::for_each_row(found, [&](int64_t row) {
      std::span<const int32_t> matches = table.rows_of(ids[row]);
      if (plan_->matched->is_marked(matches.front())) return;
      // The first one last, so that it speaks for all.
      for (int32_t build : std::views::reverse(matches)) plan_->matched->mark(build);
    });
    return std::nullopt;
  }
  std::vector<uint8_t> has_match(batch.row_count);
  MatchPairs pairs(table, found, ids, {nullptr, 0});
  while (pairs.next(batch_size_)) {
    columns::Batch some = batch_of(pairs, batch);
    keep_rows_that_meet(*plan_->condition, some);
    primitives::for_each_row(some.rows(), [&](int64_t row) {
      if (plan::keeps_build_rows(plan_->kind)) {
        plan_->matched->mark(pairs.build()[row]);
      } else {
        has_match[pairs.probe()[row]] = 1;
      }
    });
    // One match is enough for a probe row.
    int32_t last = pairs.probe().back();
    if (has_match[last] != 0) pairs.skip(last);
  }
  if (plan::keeps_build_rows(plan_->kind)) return std::nullopt;
  int32_t* matching = batch.add_values<int32_t>();
  int64_t count = primitives::select_rows(
      batch.rows(), [&](int64_t row) { return has_match[row] != 0; }, matching);
  return kept(std::move(batch), {matching, count});
}

columns::Batch HashJoin::batch_of(const MatchPairs& pairs, const columns::Batch& probe) const {
  columns::Batch batch = {.row_count = std::ssize(pairs.probe()), .morsel = probe.morsel};
  columns::Rows rows = batch.rows();
  for (columns::Vector values : probe.columns) {
    std::byte* results = batch.add_bytes(columns::bytes_per_value(values.storage));
    primitives::gather(values.storage, values.data, pairs.probe().data(), rows, results);
    batch.columns.push_back({values.storage, results});
  }
  append_build_columns(batch, rows, pairs.build().data());
  return batch;
}

}  // namespace engine::operators

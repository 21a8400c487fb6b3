// Coding the keys of all build rows, and ordering the rows by them.
#include "operators/join_table.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "columns/statistics.h"

namespace engine::operators {

JoinTable::JoinTable(std::shared_ptr<const Relation> build, const Expressions& keys, Use use)
    : build_(std::move(build)), rows_of_build_{.row_count = build_->row_count} {
  int64_t count = build_->row_count;
  if (count > std::numeric_limits<int32_t>::max()) {
    throw std::length_error("the build side of a join has more than 2^31 - 1 rows");
  }
  rows_of_build_.columns = build_->columns;
  columns::Rows all = rows_of_build_.rows();
  std::vector<columns::Attribute> attributes;
  for (const auto& key : keys) {
    values_.push_back(key->evaluate(rows_of_build_, all));
    bool is_text = values_.back().storage == columns::Storage::string;
    ranges_.push_back(is_text ? columns::Range{0, 0}
                              : columns::measured_range(values_.back(), count));
    attributes.push_back({.name = {}, .type = key->type(), .range = ranges_.back()});
  }
  coder_ = std::make_unique<KeyCoder>(attributes);
  std::optional<uint64_t> bound = coder_->bound();
  std::optional<int64_t> low = coder_->only_low();
  if (low && KeySet::suits_map(count, bound)) {
    keys_ = std::make_unique<KeySet>(values_.front(), *low, count, *bound);
  } else {
    codes_.resize(count);
    coder_->encode(values_, rows_of_build_, all, codes_.data());
    keys_ = std::make_unique<KeySet>(codes_.data(), count, bound);
  }
  if (use == Use::rows && !has_rows_by_key(keys)) order_rows(ids_of_rows());
}

// Whether row i has the key with id i: a hash table numbers keys as they come; a map by size, as a
// table scanned by its key has them.
bool JoinTable::has_rows_by_key(const Expressions& keys) const {
  if (!is_unique()) return false;
  if (!keys_->is_dense()) return true;
  return keys.size() == 1 && keys.front()->order() == columns::Order::strictly_ascending;
}

columns::Rows JoinTable::find(const Expressions& keys, const std::vector<bool>& within,
                              columns::Batch& batch, int32_t* ids) const {
  columns::Rows rows = batch.rows();
  int32_t* selected = batch.add_values<int32_t>();
  if (keys_->size() == 0) return {selected, 0};
  std::optional<int64_t> low = coder_->only_low();
  if (low && keys_->is_dense()) {
    columns::Vector values = keys.front()->evaluate(batch, rows);
    return {selected, keys_->find_values(values, *low, within.front(), rows, selected, ids)};
  }
  std::vector<columns::Vector> values;
  for (const auto& key : keys) values.push_back(key->evaluate(batch, rows));
  uint64_t* codes = batch.add_values<uint64_t>();
  columns::Rows known = coder_->encode_known(values, within, batch, rows, selected, codes);
  return {selected, keys_->find(codes, known, selected, ids)};
}

std::vector<int32_t> JoinTable::ids_of_rows() const {
  std::vector<int32_t> rows(build_->row_count);
  std::vector<int32_t> ids(build_->row_count);
  columns::Rows all = {nullptr, build_->row_count};
  if (keys_->size() == 0) return ids;
  if (codes_.empty()) {
    keys_->find_values(values_.front(), *coder_->only_low(), true, all, rows.data(), ids.data());
  } else {
    keys_->find(codes_.data(), all, rows.data(), ids.data());
  }
  return ids;
}

void JoinTable::order_rows(const std::vector<int32_t>& ids) {
  rows_.resize(ids.size());
  if (is_unique()) {
    for (std::size_t row = 0; row < ids.size(); ++row) rows_[ids[row]] = static_cast<int32_t>(row);
    return;
  }
  // Counting sort: firsts_[id + 1] counts, then sums, then moves on while rows are placed.
  firsts_.resize(keys_->size() + 2);
  for (int32_t id : ids) ++firsts_[id + 2];
  std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
  for (std::size_t row = 0; row < ids.size(); ++row) {
    rows_[firsts_[ids[row] + 1]++] = static_cast<int32_t>(row);
  }
}

}  // namespace engine::operators

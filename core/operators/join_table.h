// The build side of a join: its rows, found by key.
//
// Threads: once built, any number may look rows up.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "expressions/expression.h"
#include "operators/key_coder.h"
#include "operators/key_set.h"
#include "operators/relation.h"

namespace engine::operators {

using Expressions = std::vector<std::shared_ptr<const expressions::Expression>>;

class JoinTable {
 public:
  // What is to be asked of the table: which keys there are, or also which rows they belong to.
  enum class Use : uint8_t { keys, rows };

  // Requires: the keys are bound to the relation's attributes; fewer than 2^31 rows.
  JoinTable(std::shared_ptr<const Relation> build, const Expressions& keys, Use use);

  const Relation& build() const { return *build_; }
  // How many different keys there are.
  int64_t key_count() const { return keys_->size(); }

  // Those of the rows whose keys are in the table, as a selection written to memory that the batch
  // keeps; ids[row] = the id of each one's keys. `ids` may be null. `keys`: the probe side's;
  // `within`: for each, whether its values are known to lie in its range here.
  columns::Rows find(const Expressions& keys, const std::vector<bool>& within,
                     columns::Batch& batch, int32_t* ids) const;

  // Whether no two rows have the same keys.
  bool is_unique() const { return keys_->size() == build_->row_count; }
  // The rows with a key, by its id. Requires: Use::rows; not is_unique().
  std::span<const int32_t> rows_of(int32_t id) const {
    return {&rows_[firsts_[id]], &rows_[firsts_[id + 1]]};
  }
  // The one row with a key, by its id. Requires: Use::rows; is_unique().
  int32_t row_of(int32_t id) const { return rows_.empty() ? id : rows_[id]; }

  // The id of each row's keys.
  std::vector<int32_t> ids_of_rows() const;

  // The least and the largest value of each key, strings apart.
  const std::vector<columns::Range>& key_ranges() const { return ranges_; }

 private:
  bool has_rows_by_key(const Expressions& keys) const;
  void order_rows(const std::vector<int32_t>& ids);

  std::shared_ptr<const Relation> build_;
  std::vector<columns::Range> ranges_;
  std::unique_ptr<KeyCoder> coder_;
  columns::Batch rows_of_build_;         // all of them, with keys that had to be computed
  std::vector<columns::Vector> values_;  // of the keys
  std::vector<uint64_t> codes_;          // of the rows; empty when the only key is looked up itself
  std::unique_ptr<KeySet> keys_;
  std::vector<int32_t> firsts_;  // by id: where its rows start in rows_; empty when unique
  std::vector<int32_t> rows_;    // by key; empty when row i has id i
};

}  // namespace engine::operators

// Numbers the groups of rows with equal keys, in the way that suits what is known of the keys.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "columns/batch.h"
#include "operators/integer_ids.h"
#include "operators/key_coder.h"

namespace engine::operators {

enum class Grouping : uint8_t {
  one,      // no keys: all rows are one group
  perfect,  // the code of the keys is the group's number
  ordered,  // one ascending key, whose groups never lie in two morsels: a group ends where it
            // changes
  hash,
};

class Groups {
 public:
  // Requires: perfect: the codes' bound fits int32; ordered: one key of int32 or int64 storage.
  Groups(Grouping grouping, const std::vector<columns::Attribute>& keys);

  // Writes the group of the i-th of the rows to groups[i]. `keys`: their values.
  void assign(const std::vector<columns::Vector>& keys, columns::Batch& batch, columns::Rows rows,
              int32_t* groups);

  // Begins an ordered grouping with one group of another one.
  void begin_with(const Groups& other, int32_t group) { codes_ = {other.codes_[group]}; }

  // Groups have numbers below this; of a perfect grouping, also some without rows.
  int64_t capacity() const;

  // What capacity() will be at most; nothing: unknown.
  std::optional<int64_t> most_groups() const;

  // The numbers of those that have rows, ascending.
  std::vector<int32_t> occupied() const;

  // Writes the values of key number `key` of some groups side by side.
  void write_keys(const std::vector<int32_t>& groups, int64_t key, std::byte* values) const;

 private:
  void assign_ordered(const uint64_t* codes, columns::Rows rows, int32_t* groups);

  Grouping grouping_;
  std::vector<KeyCoder> coder_;       // none for Grouping::one
  std::vector<uint8_t> is_occupied_;  // perfect
  IntegerIds ids_;                    // hash
  std::vector<uint64_t> codes_;       // ordered: by group
};

}  // namespace engine::operators

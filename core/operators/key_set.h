// The different keys of the build side of a join, numbered. Keys of a range that is small beside
// their number are bits of a map, numbered by counting the bits before them; others are in a hash
// table behind a filter that most keys that are not there do not pass.
//
// Threads: after the constructor any number may look keys up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columns/selection.h"
#include "columns/vector.h"
#include "operators/integer_ids.h"

namespace engine::operators {

class KeySet {
 public:
  // Whether a map suits `count` codes below a bound.
  static bool suits_map(int64_t count, std::optional<uint64_t> bound);

  // Of the codes of `count` rows. `bound`: no code is as large; nothing: unknown.
  KeySet(const uint64_t* codes, int64_t count, std::optional<uint64_t> bound);
  // Of codes that are how far the values of one key lie above `low`, and below the bound. Requires:
  // a map suits them; the values are integers of at most 64 bits.
  KeySet(columns::Vector values, int64_t low, int64_t count, uint64_t bound);

  // How many different keys there are; their ids are 0 to size() - 1.
  int64_t size() const { return size_; }
  // "bits" or "hash", for explanations.
  bool is_dense() const { return is_dense_; }

  // Writes those of the rows whose code is a key to `selected`, ascending, and returns their count;
  // with `ids`, ids[row] = its id for these. `selected` may be rows.indexes itself.
  int64_t find(const uint64_t* codes, columns::Rows rows, int32_t* selected, int32_t* ids) const;

  // As above, for codes that are how far the values of one key lie above `low`; `within`: whether
  // none lies below it or at the bound or above. Requires: is_dense(); the values are integers of
  // at most 64 bits.
  int64_t find_values(columns::Vector values, int64_t low, bool within, columns::Rows rows,
                      int32_t* selected, int32_t* ids) const;

 private:
  template <class Code>
  int64_t find_in_map(const Code& code, columns::Rows rows, int32_t* selected, int32_t* ids) const;
  int64_t find_in_hash(const uint64_t* codes, columns::Rows rows, int32_t* selected,
                       int32_t* ids) const;

  template <class Code>
  void build_map(const Code& code, int64_t count, uint64_t bound);
  void build_hash(const uint64_t* codes, int64_t count);

  bool is_dense_ = false;
  int64_t size_ = 0;
  uint64_t bound_ = 0;
  std::vector<uint64_t> map_;   // a bit for each code below the bound
  std::vector<int32_t> ranks_;  // for each word of the map how many bits are set before it
  IntegerIds ids_;
  std::vector<uint64_t> filter_;  // a bit for each hash
  int filter_shift_ = 0;
};

}  // namespace engine::operators

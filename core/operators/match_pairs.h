// Lists the pairs of rows of a probe batch and the build side that have the same keys, some at a
// time: there may be far more of them than rows.
#pragma once

#include <cstdint>
#include <vector>

#include "columns/selection.h"
#include "operators/join_table.h"

namespace engine::operators {

class MatchPairs {
 public:
  static constexpr int32_t no_row = -1;

  // Of the found rows, by their keys' ids, and of each missed row with `no_row`, by ascending row.
  // Requires: the table, the rows and the ids outlive this object.
  MatchPairs(const JoinTable& table, columns::Rows found, const int32_t* ids, columns::Rows missed);

  // Lists the next pairs, at most `most`; false when there are no more.
  bool next(int64_t most);

  // Leaves out the pairs not listed yet of a probe row.
  void skip(int32_t probe_row) { skipped_ = probe_row; }

  // The pairs listed last, side by side.
  const std::vector<int32_t>& probe() const { return probe_; }
  const std::vector<int32_t>& build() const { return build_; }

 private:
  const JoinTable& table_;
  columns::Rows found_;
  const int32_t* ids_;
  columns::Rows missed_;
  int64_t next_found_ = 0;
  int64_t next_match_ = 0;  // of the next found row
  int64_t next_missed_ = 0;
  int32_t skipped_ = no_row;
  std::vector<int32_t> probe_;
  std::vector<int32_t> build_;
};

}  // namespace engine::operators

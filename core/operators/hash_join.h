// The probe side of a join: looks up the matches of each row of its input in a join table.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "expressions/predicate.h"
#include "operators/join_table.h"
#include "operators/match_pairs.h"
#include "operators/operator.h"
#include "plan/node.h"

namespace engine::operators {

// Which build rows have found a match, for joins that keep build rows. Workers share it.
class MatchedRows {
 public:
  explicit MatchedRows(int64_t row_count) : matched_(row_count) {}

  void mark(int32_t row);
  bool is_marked(int32_t row) const;
  // The rows that are marked, or that are not. Requires: no more mark().
  std::vector<int32_t> rows(bool marked) const;

 private:
  std::vector<uint8_t> matched_;
};

// What a join does, shared by all workers.
struct JoinPlan {
  plan::JoinKind kind;
  std::shared_ptr<const JoinTable> table;
  Expressions probe_keys;         // bound to the input; as many as the table has
  std::vector<bool> keys_within;  // for each, whether its values lie in the table's range
  // Positions of the build columns that are appended to those of the input: for the condition and,
  // of inner and left joins, for the output.
  std::vector<int64_t> build_columns;
  std::shared_ptr<const expressions::Predicate> condition;  // null: none; bound to both together
  std::shared_ptr<MatchedRows> matched;                     // of joins that keep build rows
};

// Gives the input's columns, then, of inner and left joins, the build columns; of left and mark
// joins then a uint8 column, 1 where there is a match. Joins that keep build rows give nothing, but
// mark what they find.
class HashJoin : public Operator {
 public:
  HashJoin(std::unique_ptr<Operator> input, std::shared_ptr<const JoinPlan> plan,
           int64_t batch_size);

 private:
  std::optional<columns::Batch> produce() override;
  // What becomes of a batch of the input: nothing when no row of it is left.
  std::optional<columns::Batch> joined(columns::Batch batch);
  std::optional<columns::Batch> with_one_match(columns::Batch batch, columns::Rows found,
                                               const int32_t* ids);
  // Of joins that give pairs: begins to list them; next_pairs() gives them.
  void begin_pairs(columns::Batch batch, columns::Rows found, const int32_t* ids);
  std::optional<columns::Batch> next_pairs();
  // Of joins that keep rows of one side: looks for those with a match that meets the condition.
  std::optional<columns::Batch> with_matches(columns::Batch batch, columns::Rows found,
                                             const int32_t* ids);
  // The pairs listed last as a batch of both sides' columns.
  columns::Batch batch_of(const MatchPairs& pairs, const columns::Batch& probe) const;

  // Appends the build columns of the rows, one source for each.
  void append_build_columns(columns::Batch& batch, columns::Rows rows,
                            const int32_t* sources) const;
  // The outcome of a join that keeps probe rows, from those that have a match.
  std::optional<columns::Batch> kept(columns::Batch batch, columns::Rows found);

  std::unique_ptr<Operator> input_;
  std::shared_ptr<const JoinPlan> plan_;
  int64_t batch_size_;
  std::optional<columns::Batch> probe_;  // whose pairs are being given
  columns::SelectionVector missed_{0};   // its rows without a match, of left joins
  std::optional<MatchPairs> pairs_;
};

}  // namespace engine::operators

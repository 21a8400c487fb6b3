// The conditions that plans are made of.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "expressions/expression.h"
#include "expressions/predicate.h"
#include "primitives/compare.h"
#include "primitives/text_search.h"

namespace engine::expressions {

// All conditions, tested in order, each on the rows that passed those before.
class And : public Predicate {
 public:
  explicit And(std::vector<PredicatePointer> conditions) : conditions_(std::move(conditions)) {}
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  std::vector<PredicatePointer> conditions_;
};

// Any of the conditions, each tested on the rows that have met none before.
class Or : public Predicate {
 public:
  explicit Or(std::vector<PredicatePointer> conditions) : conditions_(std::move(conditions)) {}
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  std::vector<PredicatePointer> conditions_;
};

class Not : public Predicate {
 public:
  explicit Not(PredicatePointer condition) : condition_(std::move(condition)) {}
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  PredicatePointer condition_;
};

class Compare : public Predicate {
 public:
  // Requires: both have the same storage; the left one is no constant.
  Compare(primitives::Comparison comparison, ExpressionPointer left, ExpressionPointer right);
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  ExpressionPointer left_;
  ExpressionPointer right_;
  primitives::CompareKernel kernel_;
};

// low <= value <= high.
class Between : public Predicate {
 public:
  // Requires: the storage is int32 or int64; low <= high.
  Between(ExpressionPointer value, int64_t low, int64_t high);
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  ExpressionPointer value_;
  int64_t low_;
  int64_t high_;
  primitives::BetweenKernel kernel_;
};

// The value is one of some constants.
class OneOf : public Predicate {
 public:
  // Requires: constants of the value's storage.
  OneOf(ExpressionPointer value, std::vector<ExpressionPointer> constants);
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  ExpressionPointer value_;
  std::vector<ExpressionPointer> constants_;
};

// The word is one of a set. Whatever a condition asks of a word, it is asked of each word of the
// dictionary once.
class WordIn : public Predicate {
 public:
  // `in_set`: for each code 1 or 0.
  WordIn(ExpressionPointer word, std::vector<uint8_t> in_set);
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  ExpressionPointer word_;
  std::vector<uint8_t> in_set_;
};

class Like : public Predicate {
 public:
  Like(ExpressionPointer text, std::string_view pattern, bool wanted);
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  ExpressionPointer text_;
  primitives::LikePattern pattern_;
  bool wanted_;
};

// No row, or every row.
class Always : public Predicate {
 public:
  explicit Always(bool met) : met_(met) {}
  int64_t select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const override;

 private:
  bool met_;
};

}  // namespace engine::expressions

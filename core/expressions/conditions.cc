// Selecting rows with the primitives.
#include "expressions/conditions.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "columns/decimal.h"
#include "primitives/loop.h"
#include "primitives/selections.h"

namespace engine::expressions {
namespace {

template <class Value>
int64_t select_one_of(const Value* values, const std::vector<ExpressionPointer>& constants,
                      columns::Rows rows, int32_t* selected) {
  std::vector<Value> wanted;
  for (const ExpressionPointer& constant : constants) {
    wanted.push_back(*static_cast<const Value*>(constant->constant()));
  }
  auto is_wanted = [&](int64_t row) {
    return std::ranges::any_of(wanted, [&](const Value& each) { return each == values[row]; });
  };
  return primitives::select_rows(rows, is_wanted, selected);
}

}  // namespace

int64_t And::select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const {
  columns::Rows rest = rows;
  for (const PredicatePointer& condition : conditions_) {
    rest = {selected, condition->select(batch, rest, selected)};
    if (rest.count == 0) break;
  }
  return rest.count;
}

int64_t Or::select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const {
  int32_t* rest = batch.add_values<int32_t>();
  int32_t* met = batch.add_values<int32_t>();
  int32_t* found = batch.add_values<int32_t>();
  int32_t* merged = batch.add_values<int32_t>();
  int64_t met_count = 0;
  columns::Rows untested = rows;
  for (const PredicatePointer& condition : conditions_) {
    int64_t found_count = condition->select(batch, untested, found);
    untested = {rest, primitives::rows_without(untested, {found, found_count}, rest)};
    met_count = primitives::merged_rows({met, met_count}, {found, found_count}, merged);
    std::swap(met, merged);
    if (untested.count == 0) break;
  }
  std::copy_n(met, met_count, selected);
  return met_count;
}

int64_t Not::select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const {
  int32_t* met = batch.add_values<int32_t>();
  int64_t met_count = condition_->select(batch, rows, met);
  return primitives::rows_without(rows, {met, met_count}, selected);
}

Compare::Compare(primitives::Comparison comparison, ExpressionPointer left, ExpressionPointer right)
    : left_(std::move(left)), right_(std::move(right)) {
  columns::Storage storage = left_->type().storage;
  assert(storage == right_->type().storage && left_->constant() == nullptr);
  kernel_ = right_->constant() != nullptr ? primitives::compare_constant_kernel(comparison, storage)
                                          : primitives::compare_vectors_kernel(comparison, storage);
}

int64_t Compare::select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const {
  const void* left = left_->evaluate(batch, rows).data;
  const void* constant = right_->constant();
  const void* right = constant != nullptr ? constant : right_->evaluate(batch, rows).data;
  return kernel_(left, right, rows, selected);
}

Between::Between(ExpressionPointer value, int64_t low, int64_t high)
    : value_(std::move(value)),
      low_(low),
      high_(high),
      kernel_(primitives::between_kernel(value_->type().storage)) {
  assert(low <= high);
}

int64_t Between::select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const {
  return kernel_(value_->evaluate(batch, rows).data, low_, high_, rows, selected);
}

OneOf::OneOf(ExpressionPointer value, std::vector<ExpressionPointer> constants)
    : value_(std::move(value)), constants_(std::move(constants)) {}

int64_t OneOf::select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const {
  columns::Vector values = value_->evaluate(batch, rows);
  switch (values.storage) {
    case columns::Storage::uint8:
      return select_one_of(values.values<uint8_t>(), constants_, rows, selected);
    case columns::Storage::int32:
      return select_one_of(values.values<int32_t>(), constants_, rows, selected);
    case columns::Storage::int64:
      return select_one_of(values.values<int64_t>(), constants_, rows, selected);
    case columns::Storage::int128:
      return select_one_of(values.values<columns::Int128>(), constants_, rows, selected);
    case columns::Storage::string:
      return select_one_of(values.values<columns::StringValue>(), constants_, rows, selected);
  }
  std::unreachable();
}

WordIn::WordIn(ExpressionPointer word, std::vector<uint8_t> in_set)
    : word_(std::move(word)), in_set_(std::move(in_set)) {}

int64_t WordIn::select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const {
  columns::Vector words = word_->evaluate(batch, rows);
  if (words.storage == columns::Storage::uint8) {
    return primitives::select_codes(words.values<uint8_t>(), in_set_.data(), rows, selected);
  }
  return primitives::select_codes(words.values<int32_t>(), in_set_.data(), rows, selected);
}

Like::Like(ExpressionPointer text, std::string_view pattern, bool wanted)
    : text_(std::move(text)), pattern_(pattern), wanted_(wanted) {}

int64_t Like::select(columns::Batch& batch, columns::Rows rows, int32_t* selected) const {
  const auto* texts = text_->evaluate(batch, rows).values<columns::StringValue>();
  return wanted_ ? primitives::select_like(texts, pattern_, rows, selected)
                 : primitives::select_not_like(texts, pattern_, rows, selected);
}

int64_t Always::select(columns::Batch&, columns::Rows rows, int32_t* selected) const {
  return primitives::select_rows(rows, [this](int64_t) { return met_; }, selected);
}

}  // namespace engine::expressions

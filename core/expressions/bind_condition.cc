// Binding conditions.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expressions/bind.h"
#include "expressions/coercion.h"
#include "expressions/conditions.h"
#include "expressions/values.h"
#include "plan/plan_error.h"

namespace engine::expressions {
namespace {

using columns::Attributes;
using columns::Int128;
using columns::Meaning;
using columns::Storage;
using plan::Function;
using plan::PlanError;
using primitives::Comparison;

std::optional<Comparison> comparison_of(Function function) {
  switch (function) {
    case Function::equal:
      return Comparison::equal;
    case Function::not_equal:
      return Comparison::not_equal;
    case Function::less:
      return Comparison::less;
    case Function::less_equal:
      return Comparison::less_equal;
    case Function::greater:
      return Comparison::greater;
    case Function::greater_equal:
      return Comparison::greater_equal;
    default:
      return std::nullopt;
  }
}

// The comparison that holds for (b, a) where this one holds for (a, b).
Comparison mirrored(Comparison comparison) {
  switch (comparison) {
    case Comparison::less:
      return Comparison::greater;
    case Comparison::less_equal:
      return Comparison::greater_equal;
    case Comparison::greater:
      return Comparison::less;
    case Comparison::greater_equal:
      return Comparison::less_equal;
    case Comparison::equal:
    case Comparison::not_equal:
      return comparison;
  }
  std::unreachable();
}

template <class Value>
bool holds(Comparison comparison, const Value& left, const Value& right) {
  switch (comparison) {
    case Comparison::equal:
      return left == right;
    case Comparison::not_equal:
      return !(left == right);
    case Comparison::less:
      return left < right;
    case Comparison::less_equal:
      return left <= right;
    case Comparison::greater:
      return left > right;
    case Comparison::greater_equal:
      return left >= right;
  }
  std::unreachable();
}

bool is_word_column(const Expression& value) { return value.type().meaning == Meaning::word; }

const TextConstant* as_text_constant(const Expression& value) {
  return dynamic_cast<const TextConstant*>(&value);
}

// The words of a dictionary that meet a condition.
template <class Condition>
PredicatePointer words_that(ExpressionPointer word, const Condition& condition) {
  const columns::Dictionary& dictionary = *word->type().dictionary;
  std::vector<uint8_t> in_set(dictionary.size());
  for (int64_t code = 0; code < dictionary.size(); ++code) {
    in_set[code] = condition(std::string_view(dictionary.word(code))) ? 1 : 0;
  }
  return std::make_unique<WordIn>(std::move(word), std::move(in_set));
}

PredicatePointer bind_comparison(Comparison comparison, ExpressionPointer left,
                                 ExpressionPointer right, std::string_view place) {
  if (left->constant() != nullptr && right->constant() == nullptr) {
    std::swap(left, right);
    comparison = mirrored(comparison);
  }
  const TextConstant* word = as_text_constant(*right);
  if (is_word_column(*left) && word != nullptr) {
    return words_that(std::move(left), [&](std::string_view each) {
      return holds(comparison, each, std::string_view(word->text()));
    });
  }
  make_comparable(left, right, place);
  if (left->constant() != nullptr) {
    bool met =
        left->type().storage == Storage::string
            ? holds(comparison, as_text_constant(*left)->text(), as_text_constant(*right)->text())
            : holds(comparison, left->range().low, right->range().low);
    return std::make_unique<Always>(met);
  }
  return std::make_unique<Compare>(comparison, std::move(left), std::move(right));
}

PredicatePointer bind_like(const plan::Expression& call, const Attributes& input, bool wanted) {
  if (call.arguments.size() != 2 || call.arguments[1].kind != plan::Expression::Kind::text) {
    throw PlanError("like expects a text and a constant pattern");
  }
  ExpressionPointer value = bind(call.arguments[0], input);
  if (!is_string(value->type())) {
    throw PlanError("like is given " + description(value->type()) + "; expected a text");
  }
  const std::string& pattern = call.arguments[1].text;
  if (is_word_column(*value)) {
    primitives::LikePattern like(pattern);
    return words_that(std::move(value),
                      [&](std::string_view each) { return like.matches(each) == wanted; });
  }
  return std::make_unique<Like>(std::move(value), pattern, wanted);
}

PredicatePointer bind_one_of(const plan::Expression& call, const Attributes& input) {
  if (call.arguments.size() < 2) throw PlanError("in expects a value and constants");
  ExpressionPointer value = bind(call.arguments[0], input);
  std::vector<ExpressionPointer> constants;
  bool all_texts = true;
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    constants.push_back(bind(call.arguments[i], input));
    if (constants.back()->constant() == nullptr) throw PlanError("in expects constants");
    all_texts &= as_text_constant(*constants.back()) != nullptr;
  }
  if (is_word_column(*value) && all_texts) {
    return words_that(std::move(value), [&](std::string_view each) {
      return std::ranges::any_of(constants, [&](const ExpressionPointer& constant) {
        return as_text_constant(*constant)->text() == each;
      });
    });
  }
  // Twice: the first time the value takes the form that suits all constants, then they take it.
  for (int pass = 0; pass < 2; ++pass) {
    for (ExpressionPointer& constant : constants) {
      make_comparable(value, constant, plan::name_of(call.function));
    }
  }
  if (value->constant() != nullptr) throw PlanError("in expects a value that is no constant");
  return std::make_unique<OneOf>(std::move(value), std::move(constants));
}

// The column and the bound of "column >= constant" and the like; both ends of an interval are two
// of them.
struct Bound {
  bool is_low;
  std::string column;
  Int128 value;  // included
};

std::optional<Bound> bound_of(const plan::Expression& condition, const Attributes& input) {
  if (condition.kind != plan::Expression::Kind::call || condition.arguments.size() != 2) {
    return std::nullopt;
  }
  std::optional<Comparison> comparison = comparison_of(condition.function);
  bool has_column = condition.arguments[0].kind == plan::Expression::Kind::column;
  if (!comparison || !has_column || *comparison == Comparison::equal ||
      *comparison == Comparison::not_equal) {
    return std::nullopt;
  }
  ExpressionPointer value = bind(condition.arguments[0], input);
  ExpressionPointer limit = bind(condition.arguments[1], input);
  Storage storage = value->type().storage;
  bool is_narrow = storage == Storage::int32 || storage == Storage::int64;
  bool numeric = !is_string(value->type()) && !is_string(limit->type());
  if (!is_narrow || !numeric || limit->constant() == nullptr) return std::nullopt;
  make_comparable(value, limit, plan::name_of(condition.function));
  // A value that had to be changed to be compared is no longer the column itself.
  if (value->type().storage != storage ||
      dynamic_cast<const ColumnValue*>(value.get()) == nullptr) {
    return std::nullopt;
  }
  bool is_low = *comparison == Comparison::greater || *comparison == Comparison::greater_equal;
  Int128 bound = limit->range().low;
  if (*comparison == Comparison::greater) ++bound;
  if (*comparison == Comparison::less) --bound;
  if (!columns::fits({bound, bound}, storage)) return std::nullopt;
  return Bound{is_low, condition.arguments[0].text, bound};
}

// Two neighbouring conditions that are the ends of an interval.
PredicatePointer bind_interval(const plan::Expression& first, const plan::Expression& second,
                               const Attributes& input) {
  std::optional<Bound> low = bound_of(first, input);
  std::optional<Bound> high = bound_of(second, input);
  if (!low || !high || low->column != high->column || low->is_low == high->is_low) return nullptr;
  if (!low->is_low) std::swap(low, high);
  if (low->value > high->value) return std::make_unique<Always>(false);
  return std::make_unique<Between>(bind_column(low->column, input),
                                   static_cast<int64_t>(low->value),
                                   static_cast<int64_t>(high->value));
}

PredicatePointer bind_and(const plan::Expression& call, const Attributes& input) {
  std::vector<PredicatePointer> conditions;
  const std::vector<plan::Expression>& arguments = call.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i + 1 < arguments.size()) {
      if (PredicatePointer interval = bind_interval(arguments[i], arguments[i + 1], input)) {
        conditions.push_back(std::move(interval));
        ++i;
        continue;
      }
    }
    conditions.push_back(bind_condition(arguments[i], input));
  }
  if (conditions.size() == 1) return std::move(conditions.front());
  return std::make_unique<And>(std::move(conditions));
}

PredicatePointer bind_or(const plan::Expression& call, const Attributes& input) {
  std::vector<PredicatePointer> conditions;
  for (const plan::Expression& each : call.arguments) {
    conditions.push_back(bind_condition(each, input));
  }
  return std::make_unique<Or>(std::move(conditions));
}

PredicatePointer bind_not(const plan::Expression& call, const Attributes& input) {
  if (call.arguments.size() != 1) throw PlanError("not expects one condition");
  const plan::Expression& negated = call.arguments.front();
  bool is_call = negated.kind == plan::Expression::Kind::call;
  if (is_call && negated.function == Function::like) return bind_like(negated, input, false);
  return std::make_unique<Not>(bind_condition(negated, input));
}

}  // namespace

PredicatePointer bind_condition(const plan::Expression& condition, const Attributes& input) {
  if (condition.kind != plan::Expression::Kind::call) {
    throw PlanError("a value stands where a condition is expected");
  }
  std::string_view place = plan::name_of(condition.function);
  if (std::optional<Comparison> comparison = comparison_of(condition.function)) {
    if (condition.arguments.size() != 2) {
      throw PlanError(std::string(place) + " expects two arguments");
    }
    return bind_comparison(*comparison, bind(condition.arguments[0], input),
                           bind(condition.arguments[1], input), place);
  }
  switch (condition.function) {
    case Function::logical_and:
    case Function::logical_or:
      if (condition.arguments.size() < 2) {
        throw PlanError(std::string(place) + " expects two conditions or more");
      }
      return condition.function == Function::logical_and ? bind_and(condition, input)
                                                         : bind_or(condition, input);
    case Function::logical_not:
      return bind_not(condition, input);
    case Function::like:
      return bind_like(condition, input, true);
    case Function::one_of:
      return bind_one_of(condition, input);
    default:
      throw PlanError(std::string(place) + " is a value; expected a condition");
  }
}

}  // namespace engine::expressions

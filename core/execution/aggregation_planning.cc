// Choosing by ranges and row counts.
#include "execution/aggregation_planning.h"

#include <algorithm>
#include <string>
#include <utility>

#include "expressions/bind.h"
#include "expressions/coercion.h"
#include "expressions/range_arithmetic.h"
#include "operators/key_coder.h"
#include "plan/plan_error.h"

namespace engine::execution {
namespace {

using columns::Int128;
using columns::Range;
using columns::Storage;
using operators::Accumulation;
using operators::AggregateOutput;
using operators::Grouping;
using plan::AggregateFunction;
using plan::PlanError;

// So many groups by number take less time to prepare than a hash table of a few.
constexpr uint64_t always_few_groups = uint64_t{1} << 16;
constexpr uint64_t most_groups_by_number = uint64_t{1} << 30;

constexpr int places_of_average = 2;

// Where it is not known how many rows a join makes: more than can be made in any time.
constexpr int64_t most_unknown_rows = int64_t{1} << 40;

PlanError sum_too_large(const plan::AggregateCall& call) {
  return PlanError("aggregate \"" + call.name + "\" has a sum that may exceed 128 bits");
}

// Where the sum of at most so many values of a range lies. Throws PlanError when it may exceed 128
// bits.
Range range_of_sum(const plan::AggregateCall& call, const Range& values,
                   std::optional<int64_t> most_rows) {
  int64_t rows = most_rows.value_or(most_unknown_rows);
  std::optional<Int128> low = expressions::product(std::min<Int128>(values.low, 0), rows);
  std::optional<Int128> high = expressions::product(std::max<Int128>(values.high, 0), rows);
  if (low && high) return {*low, *high};
  throw sum_too_large(call);
}

Storage narrowest(const Range& range) {
  return columns::fits(range, Storage::int64) ? Storage::int64 : Storage::int128;
}

class CallPlanner {
 public:
  CallPlanner(Calls& calls, const AggregationInput& input) : calls_(calls), input_(input) {}

  void add(const plan::AggregateCall& call) {
    if (call.function == AggregateFunction::count) {
      if (call.argument) throw PlanError("count takes no argument; it counts rows");
      add_output(call, columns::integer(Storage::int64), count_range(), count());
      return;
    }
    if (!call.argument) throw PlanError("aggregate \"" + call.name + "\" has no argument");
    expressions::ExpressionPointer argument = expressions::bind(*call.argument, input_.attributes);
    switch (call.function) {
      case AggregateFunction::sum:
        return add_sum(call, std::move(argument));
      case AggregateFunction::average:
        return add_average(call, std::move(argument));
      case AggregateFunction::minimum:
      case AggregateFunction::maximum:
        return add_bound(call, std::move(argument));
      case AggregateFunction::count:
        break;
    }
    std::unreachable();
  }

 private:
  Range count_range() const {
    return {0,
            input_.most_rows ? Int128{*input_.most_rows} : columns::range_of(Storage::int64).high};
  }

  int64_t count() {
    return accumulation(std::nullopt, {.is_count = true,
                                       .fold = primitives::Fold::sum,
                                       .argument = nullptr,
                                       .storage = Storage::int64,
                                       .initial = 0});
  }

  void add_sum(const plan::AggregateCall& call, expressions::ExpressionPointer argument) {
    require_number(call, *argument);
    columns::Type type = argument->type();
    Range range = range_of_sum(call, argument->range(), input_.most_rows);
    type.storage = narrowest(range);
    add_output(call, type, range, sum(call, std::move(argument)));
  }

  void add_average(const plan::AggregateCall& call, expressions::ExpressionPointer argument) {
    require_number(call, *argument);
    int scale = argument->type().scale;
    // As a number of the places of an average, rounded away from zero; zero stays.
    auto scaled = [&](Int128 value) {
      Int128 factor = columns::power_of_ten(std::max(places_of_average - scale, 0));
      Int128 divisor = columns::power_of_ten(std::max(scale - places_of_average, 0));
      Int128 away = value < 0 ? -1 : value > 0 ? 1 : 0;
      return expressions::product(value / divisor + away, factor);
    };
    std::optional<Int128> low = scaled(std::min<Int128>(argument->range().low, 0));
    std::optional<Int128> high = scaled(std::max<Int128>(argument->range().high, 0));
    Range range = low && high ? Range{*low, *high} : columns::range_of(Storage::int128);
    // The sum takes the places of the average before it is divided.
    Range sums = range_of_sum(call, argument->range(), input_.most_rows);
    Int128 widest = std::max(sums.high, -sums.low);
    if (!expressions::product(widest,
                              columns::power_of_ten(std::max(places_of_average - scale, 0)))) {
      throw sum_too_large(call);
    }
    columns::Type type = columns::decimal(narrowest(range), places_of_average);
    add_output(call, type, range, sum(call, std::move(argument)));
    calls_.outputs.back().count = count();
    calls_.outputs.back().scale = scale;
  }

  void add_bound(const plan::AggregateCall& call, expressions::ExpressionPointer argument) {
    if (argument->type().meaning == columns::Meaning::text) {
      throw PlanError("aggregate \"" + call.name +
                      "\" is the least or largest of texts; expected words, numbers or dates");
    }
    bool is_minimum = call.function == AggregateFunction::minimum;
    Range range = argument->range();
    // Groups without rows keep what they began with, which is given as 0.
    if (input_.may_be_empty) range = expressions::hull(range, {0, 0});
    columns::Type type = argument->type();
    Storage storage = type.storage == Storage::int128 ? Storage::int128 : Storage::int64;
    Range all = columns::range_of(storage);
    Accumulation bound = {
        .is_count = false,
        .fold = is_minimum ? primitives::Fold::minimum : primitives::Fold::maximum,
        .argument = std::move(argument),
        .storage = storage,
        .initial = is_minimum ? all.high : all.low};
    add_output(call, type, range, accumulation(call.argument, std::move(bound)));
    if (input_.may_be_empty) calls_.outputs.back().count = count();
  }

  int64_t sum(const plan::AggregateCall& call, expressions::ExpressionPointer argument) {
    Range range = range_of_sum(call, argument->range(), input_.most_rows);
    Accumulation sum = {.is_count = false,
                        .fold = primitives::Fold::sum,
                        .argument = std::move(argument),
                        .storage = narrowest(range),
                        .initial = 0};
    if (sum.argument->type().storage == Storage::int128) sum.storage = Storage::int128;
    return accumulation(call.argument, std::move(sum));
  }

  static void require_number(const plan::AggregateCall& call,
                             const expressions::Expression& argument) {
    if (expressions::is_number(argument.type())) return;
    throw PlanError("aggregate \"" + call.name + "\" is given " +
                    expressions::description(argument.type()) + "; expected a number");
  }

  // The number of an accumulation; one that is there already serves again.
  int64_t accumulation(const std::optional<plan::Expression>& argument, Accumulation wanted) {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const Accumulation& known = calls_.accumulations[i];
      bool same_argument = argument.has_value() == arguments_[i].has_value() &&
                           (!argument || plan::is_same(*argument, *arguments_[i]));
      if (same_argument && known.is_count == wanted.is_count && known.fold == wanted.fold) {
        return static_cast<int64_t>(i);
      }
    }
    calls_.accumulations.push_back(std::move(wanted));
    arguments_.push_back(argument);
    return std::ssize(arguments_) - 1;
  }

  void add_output(const plan::AggregateCall& call, const columns::Type& type, const Range& range,
                  int64_t accumulation) {
    calls_.outputs.push_back({.function = call.function,
                              .attribute = {.name = call.name, .type = type, .range = range},
                              .accumulation = accumulation,
                              .count = AggregateOutput::no_count,
                              .scale = 0});
  }

  Calls& calls_;
  const AggregationInput& input_;
  std::vector<std::optional<plan::Expression>> arguments_;  // of the accumulations
};

Grouping grouping_for(const std::vector<columns::Attribute>& keys, const AggregationInput& input,
                      bool is_ordered) {
  if (keys.empty()) return Grouping::one;
  if (is_ordered) return Grouping::ordered;
  std::optional<uint64_t> bound = operators::KeyCoder(keys).bound();
  if (!bound || *bound > most_groups_by_number) return Grouping::hash;
  uint64_t rows = static_cast<uint64_t>(input.most_rows.value_or(0));
  return *bound <= std::max(always_few_groups, rows) ? Grouping::perfect : Grouping::hash;
}

}  // namespace

Calls::Calls(const std::vector<plan::AggregateCall>& calls, const AggregationInput& input) {
  CallPlanner planner(*this, input);
  for (const plan::AggregateCall& call : calls) planner.add(call);
}

operators::AggregationPlan planned_aggregation(const plan::Aggregate& aggregate,
                                               const AggregationInput& input, bool is_ordered) {
  operators::AggregationPlan result = {};
  for (const std::string& name : aggregate.keys) {
    expressions::ExpressionPointer key = expressions::bind_column(name, input.attributes);
    if (key->type().storage == Storage::int128) {
      throw PlanError("key \"" + name + "\" has 128 bits; expected at most 64");
    }
    result.key_attributes.push_back(expressions::attribute_of(name, *key));
    result.keys.push_back(std::move(key));
  }
  result.grouping = grouping_for(result.key_attributes, input, is_ordered);
  bool ascends = result.grouping == Grouping::ordered ||
                 (result.grouping == Grouping::perfect && result.keys.size() == 1);
  for (columns::Attribute& key : result.key_attributes) {
    key.order = ascends ? columns::Order::strictly_ascending : columns::Order::unknown;
  }
  Calls calls(aggregate.calls, input);
  result.accumulations = std::move(calls.accumulations);
  result.outputs = std::move(calls.outputs);
  return result;
}

}  // namespace engine::execution

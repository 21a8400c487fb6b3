// The shape of nodes, and what they give.
#include "plan/node.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "plan/plan_error.h"

namespace engine::plan {
namespace {

struct InputCount {
  int64_t operator()(const Scan&) const { return 0; }
  int64_t operator()(const Filter&) const { return 1; }
  int64_t operator()(const Project&) const { return 1; }
  int64_t operator()(const Aggregate&) const { return 1; }
  int64_t operator()(const Join&) const { return 2; }
  int64_t operator()(const GroupJoin&) const { return 2; }
  int64_t operator()(const Scalar&) const { return 2; }
  int64_t operator()(const Sort&) const { return 1; }
};

struct Name {
  std::string_view operator()(const Scan&) const { return "scan"; }
  std::string_view operator()(const Filter&) const { return "filter"; }
  std::string_view operator()(const Project&) const { return "project"; }
  std::string_view operator()(const Aggregate&) const { return "aggregate"; }
  std::string_view operator()(const Join&) const { return "join"; }
  std::string_view operator()(const GroupJoin&) const { return "group join"; }
  std::string_view operator()(const Scalar&) const { return "scalar"; }
  std::string_view operator()(const Sort&) const { return "sort"; }
};

bool is_same(const std::optional<Expression>& left, const std::optional<Expression>& right) {
  if (!left || !right) return left.has_value() == right.has_value();
  return plan::is_same(*left, *right);
}

bool is_same(const std::vector<AggregateCall>& left, const std::vector<AggregateCall>& right) {
  return std::ranges::equal(left, right, [](const AggregateCall& a, const AggregateCall& b) {
    return a.function == b.function && a.name == b.name && is_same(a.argument, b.argument);
  });
}

bool is_same(const Scan& left, const Scan& right) {
  return left.table == right.table && left.columns == right.columns;
}

bool is_same(const Filter& left, const Filter& right) {
  return plan::is_same(left.condition, right.condition);
}

bool is_same(const Project& left, const Project& right) {
  return std::ranges::equal(left.outputs, right.outputs,
                            [](const NamedExpression& a, const NamedExpression& b) {
                              return a.name == b.name && plan::is_same(a.value, b.value);
                            });
}

bool is_same(const Aggregate& left, const Aggregate& right) {
  return left.keys == right.keys && is_same(left.calls, right.calls);
}

bool is_same(const Join& left, const Join& right) {
  return left.kind == right.kind && left.keys == right.keys &&
         is_same(left.condition, right.condition) && left.mark == right.mark;
}

bool is_same(const GroupJoin& left, const GroupJoin& right) {
  return left.keys == right.keys && is_same(left.calls, right.calls);
}

bool is_same(const Scalar&, const Scalar&) { return true; }

bool is_same(const Sort& left, const Sort& right) {
  return left.keys == right.keys && left.limit == right.limit;
}

using Names = std::vector<std::string>;

Names joined(Names first, const Names& second) {
  std::ranges::copy(second, std::back_inserter(first));
  return first;
}

Names names_of(const std::vector<AggregateCall>& calls) {
  Names names;
  for (const AggregateCall& call : calls) names.push_back(call.name);
  return names;
}

Names names_given(const Node& node);

// What a node gives, twice if need be. Requires: as many inputs as it must have.
struct OutputNames {
  Names input(int64_t index) const { return names_given(node.inputs[index]); }

  Names operator()(const Scan& scan) const { return scan.columns; }
  Names operator()(const Filter&) const { return input(0); }
  Names operator()(const Project& project) const {
    Names names;
    for (const NamedExpression& output : project.outputs) names.push_back(output.name);
    return names;
  }
  Names operator()(const Aggregate& aggregate) const {
    return joined(aggregate.keys, names_of(aggregate.calls));
  }
  Names operator()(const Join& join) const {
    switch (join.kind) {
      case JoinKind::inner:
        return joined(input(0), input(1));
      case JoinKind::left:
        return joined(joined(input(0), input(1)), {join.mark});
      case JoinKind::mark:
        return joined(input(0), {join.mark});
      case JoinKind::semi:
      case JoinKind::anti:
        return input(0);
      case JoinKind::build_semi:
      case JoinKind::build_anti:
        return input(1);
    }
    std::unreachable();
  }
  Names operator()(const GroupJoin& group_join) const {
    return joined(input(0), names_of(group_join.calls));
  }
  Names operator()(const Scalar&) const { return joined(input(0), input(1)); }
  Names operator()(const Sort&) const { return input(0); }

  const Node& node;
};

Names names_given(const Node& node) { return std::visit(OutputNames{node}, node.step); }

}  // namespace

int64_t input_count(const Node& node) { return std::visit(InputCount(), node.step); }

std::string_view name_of(const Node& node) { return std::visit(Name(), node.step); }

std::string_view name_of(AggregateFunction function) {
  static constexpr std::array<std::string_view, aggregate_function_count> names = {
      "count", "sum", "average", "minimum", "maximum"};
  return names[static_cast<std::size_t>(function)];
}

std::string_view name_of(JoinKind kind) {
  static constexpr std::array<std::string_view, join_kind_count> names = {
      "inner", "left", "semi", "anti", "mark", "build semi", "build anti"};
  return names[static_cast<std::size_t>(kind)];
}

bool is_same(const Node& left, const Node& right) {
  if (left.step.index() != right.step.index()) return false;
  auto same_step = [&](const auto& step) {
    return is_same(step, std::get<std::decay_t<decltype(step)>>(right.step));
  };
  return std::visit(same_step, left.step) &&
         std::ranges::equal(left.inputs, right.inputs,
                            [](const Node& a, const Node& b) { return is_same(a, b); });
}

std::vector<std::string> output_names(const Node& node) {
  // Once, up here: what is given twice further down is so here too.
  Names names = names_given(node);
  Names sorted = names;
  std::ranges::sort(sorted);
  auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) {
    throw PlanError(std::string(name_of(node)) + ": gives two columns named \"" + *twice + '"');
  }
  return names;
}

}  // namespace engine::plan

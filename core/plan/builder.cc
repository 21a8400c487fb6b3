// Putting nodes on top of each other.
#include "plan/builder.h"

namespace engine::plan {
namespace {

template <class... Inputs>
std::vector<Node> list(Inputs... inputs) {
  std::vector<Node> result;
  (result.push_back(std::move(inputs)), ...);
  return result;
}

template <class Step, class... Inputs>
Builder node(Step step, Inputs... inputs) {
  return Builder(Node{std::move(step), list(std::move(inputs)...)});
}

Builder join_of(JoinKind kind, Node probe, Node build, std::vector<KeyPair> keys,
                std::optional<Expression> condition = {}, std::string mark = {}) {
  return node(Join{.kind = kind,
                   .keys = std::move(keys),
                   .condition = std::move(condition),
                   .mark = std::move(mark)},
              std::move(probe), std::move(build));
}

}  // namespace

Builder Builder::filter(Expression condition) && {
  return node(Filter{std::move(condition)}, std::move(node_));
}

Builder Builder::project(std::vector<Output> outputs) && {
  return node(Project{std::vector<NamedExpression>(outputs.begin(), outputs.end())},
              std::move(node_));
}

Builder Builder::aggregate(std::vector<std::string> keys, std::vector<AggregateCall> calls) && {
  return node(Aggregate{std::move(keys), std::move(calls)}, std::move(node_));
}

Builder Builder::distinct(std::vector<std::string> keys) && {
  return std::move(*this).aggregate(std::move(keys), {});
}

Builder Builder::join(Builder build, std::vector<KeyPair> keys,
                      std::optional<Expression> condition) && {
  return join_of(JoinKind::inner, std::move(node_), std::move(build), std::move(keys),
                 std::move(condition));
}

Builder Builder::left_join(Builder build, std::vector<KeyPair> keys, std::string mark) && {
  return join_of(JoinKind::left, std::move(node_), std::move(build), std::move(keys), {},
                 std::move(mark));
}

Builder Builder::semi_join(Builder build, std::vector<KeyPair> keys,
                           std::optional<Expression> condition) && {
  return join_of(JoinKind::semi, std::move(node_), std::move(build), std::move(keys),
                 std::move(condition));
}

Builder Builder::anti_join(Builder build, std::vector<KeyPair> keys,
                           std::optional<Expression> condition) && {
  return join_of(JoinKind::anti, std::move(node_), std::move(build), std::move(keys),
                 std::move(condition));
}

Builder Builder::mark_join(Builder build, std::vector<KeyPair> keys, std::string mark) && {
  return join_of(JoinKind::mark, std::move(node_), std::move(build), std::move(keys), {},
                 std::move(mark));
}

Builder Builder::matched_by(Builder probe, std::vector<KeyPair> keys,
                            std::optional<Expression> condition) && {
  return join_of(JoinKind::build_semi, std::move(probe), std::move(node_), std::move(keys),
                 std::move(condition));
}

Builder Builder::not_matched_by(Builder probe, std::vector<KeyPair> keys,
                                std::optional<Expression> condition) && {
  return join_of(JoinKind::build_anti, std::move(probe), std::move(node_), std::move(keys),
                 std::move(condition));
}

Builder Builder::group_join(Builder aggregated, std::vector<KeyPair> keys,
                            std::vector<AggregateCall> calls) && {
  return node(GroupJoin{std::move(keys), std::move(calls)}, std::move(node_),
              Node(std::move(aggregated)));
}

Builder Builder::with_scalar(Builder one_row) && {
  return node(Scalar{}, std::move(node_), Node(std::move(one_row)));
}

Builder Builder::sort(std::vector<SortKey> keys, std::optional<int64_t> limit) && {
  return node(Sort{std::move(keys), limit}, std::move(node_));
}

Builder scan(std::string table, std::vector<std::string> columns) {
  return node(Scan{std::move(table), std::move(columns)});
}

AggregateCall count(std::string name) {
  return {.function = AggregateFunction::count, .name = std::move(name)};
}

AggregateCall sum(std::string name, Expression argument) {
  return {AggregateFunction::sum, std::move(name), std::move(argument)};
}

AggregateCall average(std::string name, Expression argument) {
  return {AggregateFunction::average, std::move(name), std::move(argument)};
}

AggregateCall minimum(std::string name, Expression argument) {
  return {AggregateFunction::minimum, std::move(name), std::move(argument)};
}

AggregateCall maximum(std::string name, Expression argument) {
  return {AggregateFunction::maximum, std::move(name), std::move(argument)};
}

SortKey ascending(std::string column) { return {.column = std::move(column)}; }

SortKey descending(std::string column) { return {.column = std::move(column), .descending = true}; }

}  // namespace engine::plan

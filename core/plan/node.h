// Plans as data: a tree of nodes. A node names the columns that it reads and gives; what they are
// and which way of doing the work suits them (an index by key or by hash, a group by number or by
// hash) is decided from the tables' statistics when the plan runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plan/expression.h"

namespace engine::plan {

struct NamedExpression {
  std::string name;
  Expression value;
};

// Gives some columns of a table.
struct Scan {
  std::string table;
  std::vector<std::string> columns;  // at least one
};

// Keeps the rows of its input that meet a condition.
struct Filter {
  Expression condition;
};

// Gives just these columns, computed from those of its input.
struct Project {
  std::vector<NamedExpression> outputs;
};

enum class AggregateFunction : uint8_t {
  count,    // of rows; without an argument
  sum,      // 0 over no rows
  average,  // of integers and decimals, as a decimal; rounded half away from zero to two places
  minimum,
  maximum,
};
inline constexpr int aggregate_function_count = static_cast<int>(AggregateFunction::maximum) + 1;

struct AggregateCall {
  AggregateFunction function;
  std::string name;
  std::optional<Expression> argument = {};
};

// Groups the rows of its input by keys, and gives one row for each group: the keys, then the
// aggregates. Without keys there is one group, even over no rows, but then minimum, maximum and
// average, which need a row, give 0. Without aggregates it gives the distinct keys.
struct Aggregate {
  std::vector<std::string> keys;
  std::vector<AggregateCall> calls;
};

enum class JoinKind : uint8_t {
  inner,       // each pair of matching rows
  left,        // as inner; probe rows without a match too, with 0 or empty build columns
  semi,        // probe rows that have a match
  anti,        // probe rows that have none
  mark,        // all probe rows, with a column of 1 or 0: whether there is a match
  build_semi,  // build rows that have a match
  build_anti,  // build rows that have none
};
inline constexpr int join_kind_count = static_cast<int>(JoinKind::build_anti) + 1;

// Whether a join of this kind gives a column of 1 or 0, named `mark`.
inline bool gives_build_columns(JoinKind kind) {
  return kind == JoinKind::inner || kind == JoinKind::left;
}
inline bool keeps_build_rows(JoinKind kind) {
  return kind == JoinKind::build_semi || kind == JoinKind::build_anti;
}
inline bool has_mark(JoinKind kind) { return kind == JoinKind::left || kind == JoinKind::mark; }

struct KeyPair {
  std::string probe;
  std::string build;

  bool operator==(const KeyPair&) const = default;
};

// Two inputs: the probe side, whose rows look for matches one after the other, and the build side,
// which is read first and kept. Inner and left joins give the columns of both, left also `mark`.
// Keys match when they are equal; a pair of rows must meet the condition as well, which a left join
// does not have.
struct Join {
  JoinKind kind;
  std::vector<KeyPair> keys;  // at least one
  std::optional<Expression> condition = {};
  std::string mark = {};  // name of the column of 1 or 0; of left and mark only
};

// Two inputs: rows that are kept, each with its columns, and rows that are aggregated for them: one
// output row for each kept row, with aggregates over the other input's rows of the same key. Over
// none, aggregates are as in an Aggregate without keys.
struct GroupJoin {
  std::vector<KeyPair> keys;  // probe: of the aggregated input; build: of the kept one
  std::vector<AggregateCall> calls;
};

// Two inputs; adds to each row of the first the columns of the one row of the second.
struct Scalar {};

struct SortKey {
  std::string column;
  bool descending = false;

  bool operator==(const SortKey&) const = default;
};

// Orders rows; with a limit, gives only the first ones.
struct Sort {
  std::vector<SortKey> keys;
  std::optional<int64_t> limit = {};
};

struct Node {
  std::variant<Scan, Filter, Project, Aggregate, Join, GroupJoin, Scalar, Sort> step;
  std::vector<Node> inputs = {};
};

// How many inputs a node of this kind has: 0, 1 or 2.
int64_t input_count(const Node& node);

// "scan", "group join"; "sum"; "build semi".
std::string_view name_of(const Node& node);
std::string_view name_of(AggregateFunction function);
std::string_view name_of(JoinKind kind);

// Whether both are written the same.
bool is_same(const Node& left, const Node& right);

// The names of the columns that a node gives. Throws PlanError when two are the same.
std::vector<std::string> output_names(const Node& node);

}  // namespace engine::plan

// Writes plans in the order in which rows flow:
//
//   scan("orders", {"o_custkey", "o_orderdate"})
//       .filter(column("o_orderdate") < date(1995, 3, 15))
//       .semi_join(scan("customer", {"c_custkey"}), {{"o_custkey", "c_custkey"}})
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plan/node.h"

namespace engine::plan {

// A column of a projection: one of the input by its name alone, or a computed one.
struct Output : NamedExpression {
  Output(const char* column_name) : NamedExpression{column_name, column(column_name)} {}  // NOLINT
  Output(std::string name, Expression value) : NamedExpression{std::move(name), std::move(value)} {}
};

class Builder {
 public:
  explicit Builder(Node node) : node_(std::move(node)) {}

  operator Node() && { return std::move(node_); }  // NOLINT: a builder is a plan being written

  Builder filter(Expression condition) &&;
  Builder project(std::vector<Output> outputs) &&;
  Builder aggregate(std::vector<std::string> keys, std::vector<AggregateCall> calls) &&;
  Builder distinct(std::vector<std::string> keys) &&;

  // What comes so far is the probe side.
  Builder join(Builder build, std::vector<KeyPair> keys,
               std::optional<Expression> condition = {}) &&;
  Builder left_join(Builder build, std::vector<KeyPair> keys, std::string mark) &&;
  Builder semi_join(Builder build, std::vector<KeyPair> keys,
                    std::optional<Expression> condition = {}) &&;
  Builder anti_join(Builder build, std::vector<KeyPair> keys,
                    std::optional<Expression> condition = {}) &&;
  Builder mark_join(Builder build, std::vector<KeyPair> keys, std::string mark) &&;
  // What comes so far is the build side, of which rows are kept or dropped.
  Builder matched_by(Builder probe, std::vector<KeyPair> keys,
                     std::optional<Expression> condition = {}) &&;
  Builder not_matched_by(Builder probe, std::vector<KeyPair> keys,
                         std::optional<Expression> condition = {}) &&;

  // What comes so far is kept.
  Builder group_join(Builder aggregated, std::vector<KeyPair> keys,
                     std::vector<AggregateCall> calls) &&;
  Builder with_scalar(Builder one_row) &&;
  Builder sort(std::vector<SortKey> keys, std::optional<int64_t> limit = {}) &&;

 private:
  Node node_;
};

Builder scan(std::string table, std::vector<std::string> columns);

AggregateCall count(std::string name);
AggregateCall sum(std::string name, Expression argument);
AggregateCall average(std::string name, Expression argument);
AggregateCall minimum(std::string name, Expression argument);
AggregateCall maximum(std::string name, Expression argument);

SortKey ascending(std::string column);
SortKey descending(std::string column);

}  // namespace engine::plan

// The TPC-H queries, with the specification's validation parameters, as plans.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "plan/node.h"

namespace engine::tpch {

// What a plan needs to know of the tables' size.
struct QueryParameters {
  int64_t supplier_count;  // rows of supplier; query 11 asks for a share of that many
};

plan::Node q1(const QueryParameters& parameters);
plan::Node q2(const QueryParameters& parameters);
plan::Node q3(const QueryParameters& parameters);
plan::Node q4(const QueryParameters& parameters);
plan::Node q5(const QueryParameters& parameters);
plan::Node q6(const QueryParameters& parameters);
plan::Node q7(const QueryParameters& parameters);
plan::Node q8(const QueryParameters& parameters);
plan::Node q9(const QueryParameters& parameters);
plan::Node q10(const QueryParameters& parameters);
plan::Node q11(const QueryParameters& parameters);
plan::Node q12(const QueryParameters& parameters);
plan::Node q13(const QueryParameters& parameters);
plan::Node q14(const QueryParameters& parameters);
plan::Node q15(const QueryParameters& parameters);
plan::Node q16(const QueryParameters& parameters);
plan::Node q17(const QueryParameters& parameters);
plan::Node q18(const QueryParameters& parameters);
plan::Node q19(const QueryParameters& parameters);
plan::Node q20(const QueryParameters& parameters);
plan::Node q21(const QueryParameters& parameters);
plan::Node q22(const QueryParameters& parameters);

struct Query {
  int number;
  std::string_view title;
  plan::Node (*plan)(const QueryParameters& parameters);
};

// All that there are, by ascending number.
std::span<const Query> queries();

}  // namespace engine::tpch

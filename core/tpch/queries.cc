// The list of queries.
#include "tpch/queries.h"

#include <array>

namespace engine::tpch {

std::span<const Query> queries() {
  static constexpr std::array list = {
      Query{1, "pricing summary report", q1},
      Query{2, "minimum cost supplier", q2},
      Query{3, "shipping priority", q3},
      Query{4, "order priority checking", q4},
      Query{5, "local supplier volume", q5},
      Query{6, "forecasting revenue change", q6},
      Query{7, "volume shipping", q7},
      Query{8, "national market share", q8},
      Query{9, "product type profit measure", q9},
      Query{10, "returned item reporting", q10},
      Query{11, "important stock identification", q11},
      Query{12, "shipping modes and order priority", q12},
      Query{13, "customer distribution", q13},
      Query{14, "promotion effect", q14},
      Query{15, "top supplier", q15},
      Query{16, "parts/supplier relationship", q16},
      Query{17, "small-quantity-order revenue", q17},
      Query{18, "large volume customer", q18},
      Query{19, "discounted revenue", q19},
      Query{20, "potential part promotion", q20},
      Query{21, "suppliers who kept orders waiting", q21},
      Query{22, "global sales opportunity", q22},
  };
  return list;
}

}  // namespace engine::tpch

// The list of queries.
#include "tpch/queries.h"

#include <array>

namespace engine::tpch {

std::span<const Query> queries() {
  static constexpr std::array<std::string_view, 7> columns_of_q1 = {
      "l_shipdate",      "l_returnflag", "l_linestatus", "l_quantity",
      "l_extendedprice", "l_discount",   "l_tax"};
  static constexpr std::array<std::string_view, 4> columns_of_q6 = {
      "l_shipdate", "l_discount", "l_quantity", "l_extendedprice"};
  static constexpr std::array list = {Query{1, q1, columns_of_q1}, Query{6, q6, columns_of_q6}};
  return list;
}

}  // namespace engine::tpch

// The list of queries.
#include "tpch/queries.h"

#include <array>

namespace engine::tpch {

std::span<const Query> queries() {
  static constexpr std::array list = {Query{1, q1, columns_of_q1}, Query{6, q6, columns_of_q6}};
  return list;
}

}  // namespace engine::tpch

// Q13, customer distribution: how many customers have how many orders, orders with a special
// request in their comment apart.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::Builder;
using plan::column;
using plan::count;
using plan::descending;
using plan::like;
using plan::scan;

}  // namespace

plan::Node q13(const QueryParameters&) {
  Builder orders = scan("orders", {"o_custkey", "o_comment"})
                       .filter(!like(column("o_comment"), "%special%requests%"));
  return scan("customer", {"c_custkey"})
      .group_join(std::move(orders), {{"o_custkey", "c_custkey"}}, {count("c_count")})
      .aggregate({"c_count"}, {count("custdist")})
      .sort({descending("custdist"), descending("c_count")});
}

}  // namespace engine::tpch

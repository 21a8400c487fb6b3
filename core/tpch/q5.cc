// Q5, local supplier volume: revenue of 1994 in each Asian nation from lines whose customer and
// supplier are both from there.
#include <utility>

#include "plan/builder.h"
#include "tpch/prices.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::Builder;
using plan::column;
using plan::date;
using plan::descending;
using plan::scan;
using plan::sum;
using plan::text;

Builder asian_nations() {
  return scan("nation", {"n_nationkey", "n_name", "n_regionkey"})
      .semi_join(scan("region", {"r_regionkey", "r_name"}).filter(column("r_name") == text("ASIA")),
                 {{"n_regionkey", "r_regionkey"}});
}

}  // namespace

plan::Node q5(const QueryParameters&) {
  Builder orders = scan("orders", {"o_orderkey", "o_custkey", "o_orderdate"})
                       .filter(column("o_orderdate") >= date(1994, 1, 1) &&
                               column("o_orderdate") < date(1995, 1, 1))
                       .join(scan("customer", {"c_custkey", "c_nationkey"})
                                 .semi_join(asian_nations(), {{"c_nationkey", "n_nationkey"}}),
                             {{"o_custkey", "c_custkey"}});
  return scan("lineitem", {"l_orderkey", "l_suppkey", "l_extendedprice", "l_discount"})
      .join(std::move(orders), {{"l_orderkey", "o_orderkey"}})
      .semi_join(scan("supplier", {"s_suppkey", "s_nationkey"}),
                 {{"l_suppkey", "s_suppkey"}, {"c_nationkey", "s_nationkey"}})
      .aggregate({"c_nationkey"}, {sum("revenue", discounted_price())})
      .join(scan("nation", {"n_nationkey", "n_name"}), {{"c_nationkey", "n_nationkey"}})
      .project({"n_name", "revenue"})
      .sort({descending("revenue")});
}

}  // namespace engine::tpch

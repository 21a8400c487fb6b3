// Q3, shipping priority: the ten orders of the building segment with the largest revenue still to
// be shipped on 15 March 1995.
#include <utility>

#include "plan/builder.h"
#include "tpch/prices.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::date;
using plan::descending;
using plan::minimum;
using plan::scan;
using plan::sum;
using plan::text;

}  // namespace

plan::Node q3(const QueryParameters&) {
  Builder orders = scan("orders", {"o_orderkey", "o_custkey", "o_orderdate", "o_shippriority"})
                       .filter(column("o_orderdate") < date(1995, 3, 15))
                       .semi_join(scan("customer", {"c_custkey", "c_mktsegment"})
                                      .filter(column("c_mktsegment") == text("BUILDING")),
                                  {{"o_custkey", "c_custkey"}});
  // Date and priority are the order's, so any line's are those of its group.
  return scan("lineitem", {"l_orderkey", "l_extendedprice", "l_discount", "l_shipdate"})
      .filter(column("l_shipdate") > date(1995, 3, 15))
      .join(std::move(orders), {{"l_orderkey", "o_orderkey"}})
      .aggregate({"l_orderkey"},
                 {sum("revenue", discounted_price()), minimum("o_orderdate", column("o_orderdate")),
                  minimum("o_shippriority", column("o_shippriority"))})
      .sort({descending("revenue"), ascending("o_orderdate"), ascending("l_orderkey")}, 10);
}

}  // namespace engine::tpch

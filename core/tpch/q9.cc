// Q9, product type profit measure: profit on parts with green in their name, by the supplier's
// nation and the year of the order.
#include <utility>

#include "plan/builder.h"
#include "tpch/prices.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::descending;
using plan::like;
using plan::Output;
using plan::scan;
using plan::sum;
using plan::year;

}  // namespace

plan::Node q9(const QueryParameters&) {
  auto green_parts = [] {
    return scan("part", {"p_partkey", "p_name"}).filter(like(column("p_name"), "%green%"));
  };
  Builder offers = scan("partsupp", {"ps_partkey", "ps_suppkey", "ps_supplycost"})
                       .semi_join(green_parts(), {{"ps_partkey", "p_partkey"}});
  Builder suppliers =
      scan("supplier", {"s_suppkey", "s_nationkey"})
          .join(scan("nation", {"n_nationkey", "n_name"}), {{"s_nationkey", "n_nationkey"}});
  return scan("lineitem", {"l_orderkey", "l_partkey", "l_suppkey", "l_quantity", "l_extendedprice",
                           "l_discount"})
      .semi_join(green_parts(), {{"l_partkey", "p_partkey"}})
      .join(std::move(offers), {{"l_partkey", "ps_partkey"}, {"l_suppkey", "ps_suppkey"}})
      .join(std::move(suppliers), {{"l_suppkey", "s_suppkey"}})
      .join(scan("orders", {"o_orderkey", "o_orderdate"}), {{"l_orderkey", "o_orderkey"}})
      .project(
          {Output("nation", column("n_name")), Output("o_year", year(column("o_orderdate"))),
           Output("amount", discounted_price() - column("ps_supplycost") * column("l_quantity"))})
      .aggregate({"nation", "o_year"}, {sum("sum_profit", column("amount"))})
      .sort({ascending("nation"), descending("o_year")});
}

}  // namespace engine::tpch

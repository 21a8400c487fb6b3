// Q8, national market share: Brazil's share of the revenue from one type of steel in America, in
// 1995 and 1996.
#include <utility>

#include "plan/builder.h"
#include "tpch/prices.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::between;
using plan::Builder;
using plan::column;
using plan::date;
using plan::divide;
using plan::if_else;
using plan::number;
using plan::Output;
using plan::scan;
using plan::sum;
using plan::text;
using plan::year;

}  // namespace

plan::Node q8(const QueryParameters&) {
  constexpr int places = 6;
  Builder american_customers =
      scan("customer", {"c_custkey", "c_nationkey"})
          .semi_join(scan("nation", {"n_nationkey", "n_regionkey"})
                         .semi_join(scan("region", {"r_regionkey", "r_name"})
                                        .filter(column("r_name") == text("AMERICA")),
                                    {{"n_regionkey", "r_regionkey"}}),
                     {{"c_nationkey", "n_nationkey"}});
  Builder orders = scan("orders", {"o_orderkey", "o_custkey", "o_orderdate"})
                       .filter(between(column("o_orderdate"), date(1995, 1, 1), date(1996, 12, 31)))
                       .semi_join(std::move(american_customers), {{"o_custkey", "c_custkey"}});
  Builder suppliers =
      scan("supplier", {"s_suppkey", "s_nationkey"})
          .join(scan("nation", {"n_nationkey", "n_name"}), {{"s_nationkey", "n_nationkey"}});
  return scan("lineitem", {"l_orderkey", "l_partkey", "l_suppkey", "l_extendedprice", "l_discount"})
      .semi_join(scan("part", {"p_partkey", "p_type"})
                     .filter(column("p_type") == text("ECONOMY ANODIZED STEEL")),
                 {{"l_partkey", "p_partkey"}})
      .join(std::move(orders), {{"l_orderkey", "o_orderkey"}})
      .join(std::move(suppliers), {{"l_suppkey", "s_suppkey"}})
      .project({"n_name", Output("o_year", year(column("o_orderdate"))),
                Output("volume", discounted_price())})
      .aggregate({"o_year"}, {sum("brazilian", if_else(column("n_name") == text("BRAZIL"),
                                                       column("volume"), number(0))),
                              sum("total", column("volume"))})
      .project(
          {"o_year", Output("mkt_share", divide(column("brazilian"), column("total"), places))})
      .sort({ascending("o_year")});
}

}  // namespace engine::tpch

// Q7, volume shipping: revenue of 1995 and 1996 between France and Germany, by direction and year.
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
using plan::one_of;
using plan::Output;
using plan::scan;
using plan::sum;
using plan::text;
using plan::year;

// The two nations, their key and name under other names.
Builder two_nations(const char* key, const char* name) {
  return scan("nation", {"n_nationkey", "n_name"})
      .filter(one_of(column("n_name"), {text("FRANCE"), text("GERMANY")}))
      .project({Output(key, column("n_nationkey")), Output(name, column("n_name"))});
}

}  // namespace

plan::Node q7(const QueryParameters&) {
  Builder suppliers =
      scan("supplier", {"s_suppkey", "s_nationkey"})
          .join(two_nations("supp_nationkey", "supp_nation"), {{"s_nationkey", "supp_nationkey"}});
  Builder orders = scan("orders", {"o_orderkey", "o_custkey"})
                       .join(scan("customer", {"c_custkey", "c_nationkey"})
                                 .join(two_nations("cust_nationkey", "cust_nation"),
                                       {{"c_nationkey", "cust_nationkey"}}),
                             {{"o_custkey", "c_custkey"}});
  return scan("lineitem",
              {"l_orderkey", "l_suppkey", "l_extendedprice", "l_discount", "l_shipdate"})
      .filter(between(column("l_shipdate"), date(1995, 1, 1), date(1996, 12, 31)))
      .join(std::move(suppliers), {{"l_suppkey", "s_suppkey"}})
      .join(std::move(orders), {{"l_orderkey", "o_orderkey"}},
            column("supp_nation") != column("cust_nation"))
      .project({"supp_nation", "cust_nation", Output("l_year", year(column("l_shipdate"))),
                Output("volume", discounted_price())})
      .aggregate({"supp_nation", "cust_nation", "l_year"}, {sum("revenue", column("volume"))})
      .sort({ascending("supp_nation"), ascending("cust_nation"), ascending("l_year")});
}

}  // namespace engine::tpch

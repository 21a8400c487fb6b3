// Q1, pricing summary report: quantities, prices and averages of the lines shipped up to 90 days
// before December 1998, by return flag and status.
#include "plan/builder.h"
#include "tpch/prices.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::average;
using plan::column;
using plan::count;
using plan::date;
using plan::Expression;
using plan::number;
using plan::Output;
using plan::scan;
using plan::sum;

}  // namespace

plan::Node q1(const QueryParameters&) {
  constexpr int days_before = 90;
  Expression last_day = date(1998, 12, 1);
  last_day.number -= days_before;
  return scan("lineitem", {"l_shipdate", "l_returnflag", "l_linestatus", "l_quantity",
                           "l_extendedprice", "l_discount", "l_tax"})
      .filter(column("l_shipdate") <= last_day)
      .project({"l_returnflag", "l_linestatus", "l_quantity", "l_extendedprice", "l_discount",
                "l_tax", Output("disc_price", discounted_price())})
      .aggregate(
          {"l_returnflag", "l_linestatus"},
          {sum("sum_qty", column("l_quantity")), sum("sum_base_price", column("l_extendedprice")),
           sum("sum_disc_price", column("disc_price")),
           sum("sum_charge", column("disc_price") * (number(1) + column("l_tax"))),
           average("avg_qty", column("l_quantity")),
           average("avg_price", column("l_extendedprice")),
           average("avg_disc", column("l_discount")), count("count_order")})
      .sort({ascending("l_returnflag"), ascending("l_linestatus")});
}

}  // namespace engine::tpch

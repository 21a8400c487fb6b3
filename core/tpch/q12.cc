// Q12, shipping modes and order priority: late lines of 1994 shipped by mail or ship though they
// left in time, with how many belong to urgent orders and how many do not.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::date;
using plan::Expression;
using plan::if_else;
using plan::number;
using plan::one_of;
using plan::scan;
using plan::sum;
using plan::text;

}  // namespace

plan::Node q12(const QueryParameters&) {
  Builder lines =
      scan("lineitem", {"l_orderkey", "l_shipmode", "l_shipdate", "l_commitdate", "l_receiptdate"})
          .filter(column("l_receiptdate") >= date(1994, 1, 1) &&
                  column("l_receiptdate") < date(1995, 1, 1) &&
                  one_of(column("l_shipmode"), {text("MAIL"), text("SHIP")}) &&
                  column("l_commitdate") < column("l_receiptdate") &&
                  column("l_shipdate") < column("l_commitdate"));
  Expression is_urgent = one_of(column("o_orderpriority"), {text("1-URGENT"), text("2-HIGH")});
  return scan("orders", {"o_orderkey", "o_orderpriority"})
      .join(std::move(lines), {{"o_orderkey", "l_orderkey"}})
      .aggregate({"l_shipmode"}, {sum("high_line_count", if_else(is_urgent, number(1), number(0))),
                                  sum("low_line_count", if_else(is_urgent, number(0), number(1)))})
      .sort({ascending("l_shipmode")});
}

}  // namespace engine::tpch

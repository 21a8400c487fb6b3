// Q4, order priority checking: how many orders of the third quarter of 1993 had a line that came
// late, by priority.
#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::column;
using plan::count;
using plan::date;
using plan::scan;

}  // namespace

plan::Node q4(const QueryParameters&) {
  return scan("orders", {"o_orderkey", "o_orderdate", "o_orderpriority"})
      .filter(column("o_orderdate") >= date(1993, 7, 1) &&
              column("o_orderdate") < date(1993, 10, 1))
      .matched_by(scan("lineitem", {"l_orderkey", "l_commitdate", "l_receiptdate"})
                      .filter(column("l_commitdate") < column("l_receiptdate")),
                  {{"l_orderkey", "o_orderkey"}})
      .aggregate({"o_orderpriority"}, {count("order_count")})
      .sort({ascending("o_orderpriority")});
}

}  // namespace engine::tpch

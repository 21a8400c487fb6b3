// Q21, suppliers who kept orders waiting: of Saudi Arabia, and how many orders had to wait for them
// alone.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::count;
using plan::descending;
using plan::Expression;
using plan::Output;
using plan::scan;
using plan::text;

}  // namespace

plan::Node q21(const QueryParameters&) {
  Expression is_late = column("l_receiptdate") > column("l_commitdate");
  Expression is_another = column("l_suppkey") != column("late_suppkey");
  auto saudi_suppliers = [] {
    return scan("supplier", {"s_suppkey", "s_name", "s_nationkey"})
        .semi_join(scan("nation", {"n_nationkey", "n_name"})
                       .filter(column("n_name") == text("SAUDI ARABIA")),
                   {{"s_nationkey", "n_nationkey"}});
  };
  Builder finished_orders =
      scan("orders", {"o_orderkey", "o_orderstatus"}).filter(column("o_orderstatus") == text("F"));
  return scan("lineitem", {"l_orderkey", "l_suppkey", "l_commitdate", "l_receiptdate"})
      .semi_join(saudi_suppliers(), {{"l_suppkey", "s_suppkey"}})
      .filter(is_late)
      .semi_join(std::move(finished_orders), {{"l_orderkey", "o_orderkey"}})
      .project({Output("late_orderkey", column("l_orderkey")),
                Output("late_suppkey", column("l_suppkey"))})
      .matched_by(scan("lineitem", {"l_orderkey", "l_suppkey"}), {{"l_orderkey", "late_orderkey"}},
                  is_another)
      .not_matched_by(scan("lineitem", {"l_orderkey", "l_suppkey", "l_commitdate", "l_receiptdate"})
                          .filter(is_late),
                      {{"l_orderkey", "late_orderkey"}}, is_another)
      .aggregate({"late_suppkey"}, {count("numwait")})
      .join(saudi_suppliers(), {{"late_suppkey", "s_suppkey"}})
      .project({"s_name", "numwait"})
      .sort({descending("numwait"), ascending("s_name")}, 100);
}

}  // namespace engine::tpch

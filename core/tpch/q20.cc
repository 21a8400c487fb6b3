// Q20, potential part promotion: Canadian suppliers with more of a forest part in stock than half
// of what they shipped of it in 1994.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::date;
using plan::like;
using plan::number;
using plan::scan;
using plan::sum;
using plan::text;

}  // namespace

plan::Node q20(const QueryParameters&) {
  Builder forest_parts =
      scan("part", {"p_partkey", "p_name"}).filter(like(column("p_name"), "forest%"));
  Builder shipped =
      scan("lineitem", {"l_partkey", "l_suppkey", "l_quantity", "l_shipdate"})
          .filter(column("l_shipdate") >= date(1994, 1, 1) &&
                  column("l_shipdate") < date(1995, 1, 1))
          .semi_join(std::move(forest_parts), {{"l_partkey", "p_partkey"}})
          .aggregate({"l_partkey", "l_suppkey"}, {sum("shipped", column("l_quantity"))});
  Builder surplus =
      scan("partsupp", {"ps_partkey", "ps_suppkey", "ps_availqty"})
          .join(std::move(shipped), {{"ps_partkey", "l_partkey"}, {"ps_suppkey", "l_suppkey"}},
                number(2) * column("ps_availqty") > column("shipped"));
  return scan("supplier", {"s_suppkey", "s_name", "s_address", "s_nationkey"})
      .semi_join(
          scan("nation", {"n_nationkey", "n_name"}).filter(column("n_name") == text("CANADA")),
          {{"s_nationkey", "n_nationkey"}})
      .semi_join(std::move(surplus), {{"s_suppkey", "ps_suppkey"}})
      .project({"s_name", "s_address"})
      .sort({ascending("s_name")});
}

}  // namespace engine::tpch

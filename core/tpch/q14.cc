// Q14, promotion effect: which percentage of the revenue of September 1995 came from promoted
// parts.
#include "plan/builder.h"
#include "tpch/prices.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::column;
using plan::date;
using plan::divide;
using plan::Expression;
using plan::if_else;
using plan::like;
using plan::number;
using plan::Output;
using plan::scan;
using plan::sum;

}  // namespace

plan::Node q14(const QueryParameters&) {
  constexpr int places = 6;
  Expression promoted = if_else(like(column("p_type"), "PROMO%"), column("price"), number(0));
  return scan("lineitem", {"l_partkey", "l_extendedprice", "l_discount", "l_shipdate"})
      .filter(column("l_shipdate") >= date(1995, 9, 1) && column("l_shipdate") < date(1995, 10, 1))
      .join(scan("part", {"p_partkey", "p_type"}), {{"l_partkey", "p_partkey"}})
      .project({"p_type", Output("price", discounted_price())})
      .aggregate({}, {sum("promoted", promoted), sum("total", column("price"))})
      .project({Output("promo_revenue",
                       divide(number(100) * column("promoted"), column("total"), places))});
}

}  // namespace engine::tpch

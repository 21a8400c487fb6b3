// Q15, top supplier: who brought the largest revenue in the first quarter of 1996.
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
using plan::maximum;
using plan::scan;
using plan::sum;

Builder revenues() {
  return scan("lineitem", {"l_suppkey", "l_extendedprice", "l_discount", "l_shipdate"})
      .filter(column("l_shipdate") >= date(1996, 1, 1) && column("l_shipdate") < date(1996, 4, 1))
      .aggregate({"l_suppkey"}, {sum("total_revenue", discounted_price())});
}

}  // namespace

plan::Node q15(const QueryParameters&) {
  Builder top = revenues()
                    .with_scalar(revenues().aggregate(
                        {}, {maximum("largest_revenue", column("total_revenue"))}))
                    .filter(column("total_revenue") == column("largest_revenue"));
  return scan("supplier", {"s_suppkey", "s_name", "s_address", "s_phone"})
      .join(std::move(top), {{"s_suppkey", "l_suppkey"}})
      .project({"s_suppkey", "s_name", "s_address", "s_phone", "total_revenue"})
      .sort({ascending("s_suppkey")});
}

}  // namespace engine::tpch

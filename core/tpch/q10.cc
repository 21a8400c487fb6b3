// Q10, returned item reporting: the twenty customers with the largest revenue lost to lines of the
// fourth quarter of 1993 that were returned.
#include <cstdint>
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
using plan::descending;
using plan::scan;
using plan::sum;
using plan::text;

}  // namespace

plan::Node q10(const QueryParameters&) {
  constexpr int64_t customers = 20;
  Builder orders = scan("orders", {"o_orderkey", "o_custkey", "o_orderdate"})
                       .filter(column("o_orderdate") >= date(1993, 10, 1) &&
                               column("o_orderdate") < date(1994, 1, 1));
  // All that is asked of a customer depends on the key, so the rest is fetched for the first
  // twenty.
  Builder losses = scan("lineitem", {"l_orderkey", "l_extendedprice", "l_discount", "l_returnflag"})
                       .filter(column("l_returnflag") == text("R"))
                       .join(std::move(orders), {{"l_orderkey", "o_orderkey"}})
                       .aggregate({"o_custkey"}, {sum("revenue", discounted_price())})
                       .sort({descending("revenue"), ascending("o_custkey")}, customers);
  return scan("customer", {"c_custkey", "c_name", "c_address", "c_nationkey", "c_phone",
                           "c_acctbal", "c_comment"})
      .join(std::move(losses), {{"c_custkey", "o_custkey"}})
      .join(scan("nation", {"n_nationkey", "n_name"}), {{"c_nationkey", "n_nationkey"}})
      .project({"c_custkey", "c_name", "revenue", "c_acctbal", "n_name", "c_address", "c_phone",
                "c_comment"})
      .sort({descending("revenue"), ascending("c_custkey")});
}

}  // namespace engine::tpch

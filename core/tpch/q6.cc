// Q6, forecasting revenue change: the sum of price times discount over lines shipped in 1994 with a
// discount of 0.05 to 0.07 and a quantity below 24.
#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::column;
using plan::date;
using plan::decimal;
using plan::Expression;
using plan::number;
using plan::scan;
using plan::sum;

Expression small_discounted_lines_of_1994() {
  return column("l_shipdate") >= date(1994, 1, 1) && column("l_shipdate") < date(1995, 1, 1) &&
         column("l_discount") >= decimal(5, 2) && column("l_discount") <= decimal(7, 2) &&
         column("l_quantity") < number(24);
}

}  // namespace

plan::Node q6(const QueryParameters&) {
  return scan("lineitem", {"l_shipdate", "l_discount", "l_quantity", "l_extendedprice"})
      .filter(small_discounted_lines_of_1994())
      .aggregate({}, {sum("revenue", column("l_extendedprice") * column("l_discount"))});
}

}  // namespace engine::tpch

// Q17, small-quantity-order revenue: what would be lost in a year if orders of some parts below a
// fifth of their average quantity were no longer taken.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::Builder;
using plan::column;
using plan::count;
using plan::divide;
using plan::number;
using plan::Output;
using plan::scan;
using plan::sum;
using plan::text;

Builder lines_of_boxes() {
  Builder boxes = scan("part", {"p_partkey", "p_brand", "p_container"})
                      .filter(column("p_brand") == text("Brand#23") &&
                              column("p_container") == text("MED BOX"));
  return scan("lineitem", {"l_partkey", "l_quantity", "l_extendedprice"})
      .semi_join(std::move(boxes), {{"l_partkey", "p_partkey"}});
}

}  // namespace

plan::Node q17(const QueryParameters&) {
  constexpr int years = 7;
  constexpr int places = 2;
  Builder averages =
      lines_of_boxes()
          .aggregate({"l_partkey"}, {sum("all_quantities", column("l_quantity")), count("lines")})
          .project({Output("partkey", column("l_partkey")), "all_quantities", "lines"});
  // quantity < 0.2 * sum / count, without a quotient that would have to be rounded.
  return lines_of_boxes()
      .join(std::move(averages), {{"l_partkey", "partkey"}},
            number(5) * column("l_quantity") * column("lines") < column("all_quantities"))
      .aggregate({}, {sum("revenue", column("l_extendedprice"))})
      .project({Output("avg_yearly", divide(column("revenue"), number(years), places))});
}

}  // namespace engine::tpch

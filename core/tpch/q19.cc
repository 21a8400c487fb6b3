// Q19, discounted revenue: of lines handed over in person after a flight, with parts of three
// brands in containers, quantities and sizes that go together.
#include <cstdint>
#include <utility>
#include <vector>

#include "plan/builder.h"
#include "tpch/prices.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::between;
using plan::Builder;
using plan::column;
using plan::Expression;
using plan::number;
using plan::one_of;
using plan::scan;
using plan::sum;
using plan::text;

Expression goes_together(const char* brand, std::vector<Expression> containers, int64_t quantity,
                         int64_t largest_size) {
  constexpr int64_t quantities = 10;
  return column("p_brand") == text(brand) && one_of(column("p_container"), std::move(containers)) &&
         between(column("l_quantity"), number(quantity), number(quantity + quantities)) &&
         between(column("p_size"), number(1), number(largest_size));
}

}  // namespace

plan::Node q19(const QueryParameters&) {
  Builder parts = scan("part", {"p_partkey", "p_brand", "p_container", "p_size"})
                      .filter(one_of(column("p_brand"),
                                     {text("Brand#12"), text("Brand#23"), text("Brand#34")}) &&
                              between(column("p_size"), number(1), number(15)));
  Expression together =
      goes_together("Brand#12", {text("SM CASE"), text("SM BOX"), text("SM PACK"), text("SM PKG")},
                    1, 5) ||
      goes_together("Brand#23",
                    {text("MED BAG"), text("MED BOX"), text("MED PKG"), text("MED PACK")}, 10,
                    10) ||
      goes_together("Brand#34", {text("LG CASE"), text("LG BOX"), text("LG PACK"), text("LG PKG")},
                    20, 15);
  // The specification asks for "AIR REG", which the data calls "REG AIR".
  return scan("lineitem", {"l_partkey", "l_quantity", "l_extendedprice", "l_discount", "l_shipmode",
                           "l_shipinstruct"})
      .filter(one_of(column("l_shipmode"), {text("AIR"), text("AIR REG")}) &&
              column("l_shipinstruct") == text("DELIVER IN PERSON") &&
              between(column("l_quantity"), number(1), number(30)))
      .join(std::move(parts), {{"l_partkey", "p_partkey"}}, together)
      .aggregate({}, {sum("revenue", discounted_price())});
}

}  // namespace engine::tpch

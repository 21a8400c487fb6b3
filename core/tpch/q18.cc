// Q18, large volume customer: the hundred dearest orders of more than 300 pieces, with their
// customers.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::descending;
using plan::number;
using plan::scan;
using plan::sum;

}  // namespace

plan::Node q18(const QueryParameters&) {
  Builder large = scan("lineitem", {"l_orderkey", "l_quantity"})
                      .aggregate({"l_orderkey"}, {sum("pieces", column("l_quantity"))})
                      .filter(column("pieces") > number(300));
  Builder orders = scan("orders", {"o_orderkey", "o_custkey", "o_orderdate", "o_totalprice"})
                       .join(std::move(large), {{"o_orderkey", "l_orderkey"}});
  return scan("customer", {"c_custkey", "c_name"})
      .join(std::move(orders), {{"c_custkey", "o_custkey"}})
      .project({"c_name", "c_custkey", "o_orderkey", "o_orderdate", "o_totalprice", "pieces"})
      .sort({descending("o_totalprice"), ascending("o_orderdate"), ascending("o_orderkey")}, 100);
}

}  // namespace engine::tpch

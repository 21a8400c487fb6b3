// Q11, important stock identification: German stock of parts that are worth more than a share of
// all of it.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::descending;
using plan::Expression;
using plan::number;
using plan::scan;
using plan::sum;
using plan::text;

Builder german_stock() {
  Builder suppliers =
      scan("supplier", {"s_suppkey", "s_nationkey"})
          .semi_join(
              scan("nation", {"n_nationkey", "n_name"}).filter(column("n_name") == text("GERMANY")),
              {{"s_nationkey", "n_nationkey"}});
  return scan("partsupp", {"ps_partkey", "ps_suppkey", "ps_availqty", "ps_supplycost"})
      .semi_join(std::move(suppliers), {{"ps_suppkey", "s_suppkey"}});
}

}  // namespace

plan::Node q11(const QueryParameters& parameters) {
  Expression value = column("ps_supplycost") * column("ps_availqty");
  // The share is 0.0001 divided by the scale factor, which is one in the number of suppliers.
  return german_stock()
      .aggregate({"ps_partkey"}, {sum("value", value)})
      .with_scalar(german_stock().aggregate({}, {sum("total", value)}))
      .filter(column("value") * number(parameters.supplier_count) > column("total"))
      .project({"ps_partkey", "value"})
      .sort({descending("value"), ascending("ps_partkey")});
}

}  // namespace engine::tpch

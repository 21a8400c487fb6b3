// Q2, minimum cost supplier: of each brass part of size 15, the European suppliers that offer it at
// the least cost there, those with the largest balance first.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::descending;
using plan::like;
using plan::minimum;
using plan::number;
using plan::Output;
using plan::scan;
using plan::text;

Builder european_nations() {
  return scan("nation", {"n_nationkey", "n_name", "n_regionkey"})
      .semi_join(
          scan("region", {"r_regionkey", "r_name"}).filter(column("r_name") == text("EUROPE")),
          {{"n_regionkey", "r_regionkey"}});
}

Builder brass_parts() {
  return scan("part", {"p_partkey", "p_mfgr", "p_size", "p_type"})
      .filter(column("p_size") == number(15) && like(column("p_type"), "%BRASS"));
}

Builder offers() {
  return scan("partsupp", {"ps_partkey", "ps_suppkey", "ps_supplycost"})
      .semi_join(brass_parts(), {{"ps_partkey", "p_partkey"}})
      .semi_join(scan("supplier", {"s_suppkey", "s_nationkey"})
                     .semi_join(european_nations(), {{"s_nationkey", "n_nationkey"}}),
                 {{"ps_suppkey", "s_suppkey"}});
}

}  // namespace

plan::Node q2(const QueryParameters&) {
  Builder least = offers()
                      .aggregate({"ps_partkey"}, {minimum("least_cost", column("ps_supplycost"))})
                      .project({Output("least_partkey", column("ps_partkey")), "least_cost"});
  Builder cheapest =
      offers()
          .join(std::move(least), {{"ps_partkey", "least_partkey"}},
                column("ps_supplycost") == column("least_cost"))
          .join(scan("part", {"p_partkey", "p_mfgr"}), {{"ps_partkey", "p_partkey"}});
  return scan("supplier", {"s_suppkey", "s_name", "s_address", "s_nationkey", "s_phone",
                           "s_acctbal", "s_comment"})
      .join(std::move(cheapest), {{"s_suppkey", "ps_suppkey"}})
      .join(scan("nation", {"n_nationkey", "n_name"}), {{"s_nationkey", "n_nationkey"}})
      .project({"s_acctbal", "s_name", "n_name", "p_partkey", "p_mfgr", "s_address", "s_phone",
                "s_comment"})
      .sort({descending("s_acctbal"), ascending("n_name"), ascending("s_name"),
             ascending("p_partkey")},
            100);
}

}  // namespace engine::tpch

// Q16, parts/supplier relationship: how many suppliers without complaints offer parts of some
// sizes, by brand, type and size.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::count;
using plan::descending;
using plan::like;
using plan::number;
using plan::one_of;
using plan::scan;
using plan::text;

}  // namespace

plan::Node q16(const QueryParameters&) {
  Builder parts =
      scan("part", {"p_partkey", "p_brand", "p_type", "p_size"})
          .filter(column("p_brand") != text("Brand#45") &&
                  !like(column("p_type"), "MEDIUM POLISHED%") &&
                  one_of(column("p_size"), {number(49), number(14), number(23), number(45),
                                            number(19), number(3), number(36), number(9)}));
  Builder suppliers = scan("supplier", {"s_suppkey", "s_comment"})
                          .filter(like(column("s_comment"), "%Customer%Complaints%"));
  return scan("partsupp", {"ps_partkey", "ps_suppkey"})
      .join(std::move(parts), {{"ps_partkey", "p_partkey"}})
      .anti_join(std::move(suppliers), {{"ps_suppkey", "s_suppkey"}})
      .distinct({"p_brand", "p_type", "p_size", "ps_suppkey"})
      .aggregate({"p_brand", "p_type", "p_size"}, {count("supplier_cnt")})
      .sort({descending("supplier_cnt"), ascending("p_brand"), ascending("p_type"),
             ascending("p_size")});
}

}  // namespace engine::tpch

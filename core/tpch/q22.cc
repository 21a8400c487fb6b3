// Q22, global sales opportunity: customers of some countries without orders and with more than the
// average balance, by country code.
#include <utility>

#include "plan/builder.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

using plan::ascending;
using plan::Builder;
using plan::column;
using plan::count;
using plan::number;
using plan::one_of;
using plan::Output;
using plan::scan;
using plan::substring;
using plan::sum;
using plan::text;

Builder customers() {
  return scan("customer", {"c_custkey", "c_phone", "c_acctbal"})
      .project({"c_custkey", "c_acctbal", Output("cntrycode", substring(column("c_phone"), 1, 2))})
      .filter(one_of(column("cntrycode"), {text("13"), text("31"), text("23"), text("29"),
                                           text("30"), text("18"), text("17")}));
}

}  // namespace

plan::Node q22(const QueryParameters&) {
  Builder positive = customers()
                         .filter(column("c_acctbal") > number(0))
                         .aggregate({}, {sum("balances", column("c_acctbal")), count("holders")});
  // balance > sum / count, without a quotient that would have to be rounded.
  return customers()
      .with_scalar(std::move(positive))
      .filter(column("c_acctbal") * column("holders") > column("balances"))
      .not_matched_by(scan("orders", {"o_custkey"}), {{"o_custkey", "c_custkey"}})
      .aggregate({"cntrycode"}, {count("numcust"), sum("totacctbal", column("c_acctbal"))})
      .sort({ascending("cntrycode")});
}

}  // namespace engine::tpch

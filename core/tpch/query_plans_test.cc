// The plans of the queries as bytes and as text.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "plan/encoding.h"
#include "plan/explain.h"
#include "plan/plan_error.h"
#include "tpch/queries.h"

namespace engine::tpch {
namespace {

constexpr QueryParameters parameters = {.supplier_count = 10'000};

TEST(QueryPlans, ComeBackTheSame) {
  for (const Query& query : queries()) {
    plan::Node plan = query.plan(parameters);
    std::string bytes = plan::encode(plan);
    plan::Node back = plan::decode(bytes);
    EXPECT_TRUE(is_same(plan, back)) << query.number;
    EXPECT_EQ(plan::encode(back), bytes) << query.number;
    EXPECT_EQ(plan::explain(back), plan::explain(plan)) << query.number;
  }
}

TEST(QueryPlans, AreRefusedWhenTheyAreCutShort) {
  for (const Query& query : queries()) {
    std::string bytes = plan::encode(query.plan(parameters));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_THROW(plan::decode(std::string_view(bytes).substr(0, size)), plan::PlanError)
          << query.number << ", " << size;
    }
  }
}

TEST(QueryPlans, AreRefusedOrAnotherPlanWhenAByteChanges) {
  const std::string bytes = plan::encode(q13(parameters));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int change = 1; change < 256; ++change) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ change);
      try {
        EXPECT_EQ(plan::encode(plan::decode(changed)), changed);
      } catch (const plan::PlanError& error) {
        EXPECT_TRUE(std::string_view(error.what()).starts_with("byte ")) << error.what();
      }
    }
  }
}

TEST(QueryPlans, QueryThreeReadsFromTheTopDown) {
  EXPECT_EQ(plan::explain(q3(parameters)), R"(sort by revenue desc, o_orderdate, l_orderkey limit 10
  aggregate by l_orderkey: revenue = sum(l_extendedprice * (1 - l_discount)), o_orderdate = minimum(o_orderdate), o_shippriority = minimum(o_shippriority)
    join inner on l_orderkey = o_orderkey
      probe: filter l_shipdate > 1995-03-15
        scan lineitem (l_orderkey, l_extendedprice, l_discount, l_shipdate)
      build: join semi on o_custkey = c_custkey
        probe: filter o_orderdate < 1995-03-15
          scan orders (o_orderkey, o_custkey, o_orderdate, o_shippriority)
        build: filter c_mktsegment = 'BUILDING'
          scan customer (c_custkey, c_mktsegment)
)");
}

TEST(QueryPlans, QueryFourteenRoundsAQuotient) {
  EXPECT_EQ(plan::explain(q14(parameters)),
            R"(project promo_revenue = round(100 * promoted / total, 6)
  aggregate: promoted = sum(if_else(p_type like 'PROMO%', price, 0)), total = sum(price)
    project p_type, price = l_extendedprice * (1 - l_discount)
      join inner on l_partkey = p_partkey
        probe: filter l_shipdate >= 1995-09-01 and l_shipdate < 1995-10-01
          scan lineitem (l_partkey, l_extendedprice, l_discount, l_shipdate)
        build: scan part (p_partkey, p_type)
)");
}

TEST(QueryPlans, QueryTwentyTwoHasOneRowBesideEachCustomer) {
  EXPECT_EQ(plan::explain(q22(parameters)), R"(sort by cntrycode
  aggregate by cntrycode: numcust = count(), totacctbal = sum(c_acctbal)
    join build anti on o_custkey = c_custkey
      probe: scan orders (o_custkey)
      build: filter c_acctbal * holders > balances
        scalar
          rows: filter cntrycode in ('13', '31', '23', '29', '30', '18', '17')
            project c_custkey, c_acctbal, cntrycode = substring(c_phone, 1, 2)
              scan customer (c_custkey, c_phone, c_acctbal)
          one row: aggregate: balances = sum(c_acctbal), holders = count()
            filter c_acctbal > 0
              filter cntrycode in ('13', '31', '23', '29', '30', '18', '17')
                project c_custkey, c_acctbal, cntrycode = substring(c_phone, 1, 2)
                  scan customer (c_custkey, c_phone, c_acctbal)
)");
}

}  // namespace
}  // namespace engine::tpch

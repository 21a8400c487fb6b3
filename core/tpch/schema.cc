// The columns, in the order of the specification.
#include "tpch/schema.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tpch/keys.h"
#include "tpch/scale.h"
#include "tpch/words.h"

namespace engine::tpch {
namespace {

columns::Type number() { return columns::integer(columns::Storage::int32); }

// Within the valid scale factors only the keys of orders exceed 32 bits.
columns::Type order_key_type(double scale_factor) {
  int64_t largest = order_key(order_count(scale_factor) - 1);
  bool fits = largest <= std::numeric_limits<int32_t>::max();
  return columns::integer(fits ? columns::Storage::int32 : columns::Storage::int64);
}

columns::Type money() { return columns::decimal(columns::Storage::int64, 2); }

columns::Type one_of(std::vector<std::string> list) {
  std::ranges::sort(list);
  return columns::words(columns::Storage::uint8,
                        std::make_shared<const columns::Dictionary>(std::move(list)));
}

columns::Type one_of(WordList list) {
  return one_of(std::vector<std::string>(list.begin(), list.end()));
}

columns::Type nation_name() {
  std::vector<std::string> names;
  for (const Nation& nation : nations()) names.emplace_back(nation.name);
  return one_of(names);
}

}  // namespace

columns::Schema customer_schema(double) {
  return {
      {"c_custkey", number()},
      {"c_name", columns::text_type()},
      {"c_address", columns::text_type()},
      {"c_nationkey", number()},
      {"c_phone", columns::text_type()},
      {"c_acctbal", money()},
      {"c_mktsegment", one_of(market_segments())},
      {"c_comment", columns::text_type()},
  };
}

columns::Schema lineitem_schema(double scale_factor) {
  return {
      {"l_orderkey", order_key_type(scale_factor)},
      {"l_partkey", number()},
      {"l_suppkey", number()},
      {"l_linenumber", number()},
      {"l_quantity", money()},
      {"l_extendedprice", money()},
      {"l_discount", money()},
      {"l_tax", money()},
      {"l_returnflag", one_of(std::vector<std::string>{"A", "N", "R"})},
      {"l_linestatus", one_of(std::vector<std::string>{"F", "O"})},
      {"l_shipdate", columns::date_type()},
      {"l_commitdate", columns::date_type()},
      {"l_receiptdate", columns::date_type()},
      {"l_shipinstruct", one_of(drawn_ship_instructions())},
      {"l_shipmode", one_of(drawn_ship_modes())},
      {"l_comment", columns::text_type()},
  };
}

columns::Schema nation_schema(double) {
  return {
      {"n_nationkey", number()},
      {"n_name", nation_name()},
      {"n_regionkey", number()},
      {"n_comment", columns::text_type()},
  };
}

columns::Schema orders_schema(double scale_factor) {
  return {
      {"o_orderkey", order_key_type(scale_factor)},
      {"o_custkey", number()},
      {"o_orderstatus", one_of(std::vector<std::string>{"F", "O", "P"})},
      {"o_totalprice", money()},
      {"o_orderdate", columns::date_type()},
      {"o_orderpriority", one_of(order_priorities())},
      {"o_clerk", columns::text_type()},
      {"o_shippriority", number()},
      {"o_comment", columns::text_type()},
  };
}

columns::Schema part_schema(double) {
  return {
      {"p_partkey", number()},
      {"p_name", columns::text_type()},
      {"p_mfgr", one_of(part_manufacturers())},
      {"p_brand", one_of(part_brands())},
      {"p_type", one_of(part_types())},
      {"p_size", number()},
      {"p_container", one_of(part_containers())},
      {"p_retailprice", money()},
      {"p_comment", columns::text_type()},
  };
}

columns::Schema partsupp_schema(double) {
  return {
      {"ps_partkey", number()},
      {"ps_suppkey", number()},
      {"ps_availqty", number()},
      {"ps_supplycost", money()},
      {"ps_comment", columns::text_type()},
  };
}

columns::Schema region_schema(double) {
  return {
      {"r_regionkey", number()},
      {"r_name", one_of(region_names())},
      {"r_comment", columns::text_type()},
  };
}

columns::Schema supplier_schema(double) {
  return {
      {"s_suppkey", number()},
      {"s_name", columns::text_type()},
      {"s_address", columns::text_type()},
      {"s_nationkey", number()},
      {"s_phone", columns::text_type()},
      {"s_acctbal", money()},
      {"s_comment", columns::text_type()},
  };
}

}  // namespace engine::tpch

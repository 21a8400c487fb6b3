// The tables that queries read, for hosts that generate just these.
#pragma once

#include <string>
#include <vector>

namespace host {

struct QueryTable {
  std::string name;
  std::vector<std::string> columns;  // none: all
};

// Without the long texts that no query reads.
inline std::vector<QueryTable> query_tables() {
  return {
      {"region", {"r_regionkey", "r_name"}},
      {"nation", {"n_nationkey", "n_name", "n_regionkey"}},
      {"supplier", {}},
      {"part", {"p_partkey", "p_name", "p_mfgr", "p_brand", "p_type", "p_size", "p_container"}},
      {"partsupp", {"ps_partkey", "ps_suppkey", "ps_availqty", "ps_supplycost"}},
      {"customer", {}},
      {"orders",
       {"o_orderkey", "o_custkey", "o_orderstatus", "o_totalprice", "o_orderdate",
        "o_orderpriority", "o_shippriority", "o_comment"}},
      {"lineitem",
       {"l_orderkey", "l_partkey", "l_suppkey", "l_quantity", "l_extendedprice", "l_discount",
        "l_tax", "l_returnflag", "l_linestatus", "l_shipdate", "l_commitdate", "l_receiptdate",
        "l_shipinstruct", "l_shipmode"}},
  };
}

// Queries 1 and 6 read lineitem alone.
inline bool reads_lineitem_alone(int query) { return query == 1 || query == 6; }

}  // namespace host

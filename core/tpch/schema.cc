// The columns of lineitem.
#include "tpch/schema.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace engine::tpch {
namespace {

constexpr std::array<std::string_view, 3> return_flags = {"R", "A", "N"};
constexpr std::array<std::string_view, 2> line_statuses = {"O", "F"};

columns::Type money() { return columns::decimal(columns::Storage::int64, 2); }

columns::Type one_of(std::span<const std::string_view> list) {
  std::vector<std::string> sorted(list.begin(), list.end());
  std::ranges::sort(sorted);
  return columns::words(columns::Storage::uint8,
                        std::make_shared<const columns::Dictionary>(std::move(sorted)));
}

}  // namespace

columns::Schema lineitem_schema() {
  return {
      // The largest table's keys exceed 32 bits from scale factor 358 on; part and supplier keys
      // never do.
      {"l_orderkey", columns::integer(columns::Storage::int64)},
      {"l_partkey", columns::integer(columns::Storage::int32)},
      {"l_suppkey", columns::integer(columns::Storage::int32)},
      {"l_linenumber", columns::integer(columns::Storage::int32)},
      {"l_quantity", money()},
      {"l_extendedprice", money()},
      {"l_discount", money()},
      {"l_tax", money()},
      {"l_returnflag", one_of(return_flags)},
      {"l_linestatus", one_of(line_statuses)},
      {"l_shipdate", columns::date_type()},
      {"l_commitdate", columns::date_type()},
      {"l_receiptdate", columns::date_type()},
      {"l_shipinstruct", one_of(drawn_ship_instructions)},
      {"l_shipmode", one_of(drawn_ship_modes)},
  };
}

}  // namespace engine::tpch

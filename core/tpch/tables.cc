// The list of tables, and what they take.
#include "tpch/tables.h"

#include <algorithm>
#include <array>

#include "tpch/keys.h"
#include "tpch/order_lines.h"
#include "tpch/scale.h"
#include "tpch/schema.h"
#include "tpch/words.h"

namespace engine::tpch {
namespace {

int64_t line_count(double scale_factor) {
  return order_count(scale_factor) * average_lines_of_order;
}

int64_t offer_count(double scale_factor) { return part_count(scale_factor) * suppliers_of_part; }

int64_t nation_count(double) { return std::ssize(nations()); }

int64_t region_count(double) { return std::ssize(region_names()); }

// Average bytes in the heap of what is neither short nor a comment.
int64_t heap_bytes_per_row(std::string_view column) {
  struct Size {
    std::string_view column;
    int64_t bytes;
  };
  static constexpr std::array sizes = {
      Size{"c_name", 18},    Size{"c_address", 25}, Size{"c_phone", 15}, Size{"s_name", 18},
      Size{"s_address", 25}, Size{"s_phone", 15},   Size{"p_name", 33}};
  auto found = std::ranges::find(sizes, column, &Size::column);
  return found == sizes.end() ? 0 : found->bytes;
}

}  // namespace

std::span<const TableDefinition> tables() {
  static constexpr std::array list = {
      TableDefinition{"customer", customer_schema, generate_customer, customer_count},
      TableDefinition{"lineitem", lineitem_schema, generate_lineitem, line_count},
      TableDefinition{"nation", nation_schema, generate_nation, nation_count},
      TableDefinition{"orders", orders_schema, generate_orders, order_count},
      TableDefinition{"part", part_schema, generate_part, part_count},
      TableDefinition{"partsupp", partsupp_schema, generate_partsupp, offer_count},
      TableDefinition{"region", region_schema, generate_region, region_count},
      TableDefinition{"supplier", supplier_schema, generate_supplier, supplier_count},
  };
  return list;
}

const TableDefinition* find_table(std::string_view name) {
  auto found = std::ranges::find(tables(), name, &TableDefinition::name);
  return found == tables().end() ? nullptr : &*found;
}

int64_t expected_bytes(const TableDefinition& table, const Request& request) {
  int64_t bytes_per_row = 0;
  int64_t pool = 0;
  for (const columns::Field& field :
       requested_columns(request, table.schema(request.scale_factor))) {
    bytes_per_row += columns::bytes_per_value(field.type.storage) + heap_bytes_per_row(field.name);
    if (field.name.ends_with("_comment")) pool = text_pool_bytes;
  }
  operators::RowRange rows = requested_rows(request, table.row_count(request.scale_factor));
  return (rows.end - rows.first) * bytes_per_row + pool;
}

}  // namespace engine::tpch

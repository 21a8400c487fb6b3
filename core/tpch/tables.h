// The eight TPC-H tables, generated straight into columns, byte for byte what the TPC's dbgen
// writes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "columns/table.h"
#include "tpch/generation.h"
#include "tpch/text_pool.h"

namespace engine::tpch {

// Require: a valid scale factor, and a part, its number, columns and threads that there can be.
// Throw std::bad_alloc when the columns do not fit, and std::system_error when threads cannot be
// started. The text pool is asked for only when the comment is among the columns.
columns::Table generate_customer(const Request& request, TextPoolSource& texts);
columns::Table generate_lineitem(const Request& request, TextPoolSource& texts);
columns::Table generate_nation(const Request& request, TextPoolSource& texts);
columns::Table generate_orders(const Request& request, TextPoolSource& texts);
columns::Table generate_part(const Request& request, TextPoolSource& texts);
columns::Table generate_partsupp(const Request& request, TextPoolSource& texts);
columns::Table generate_region(const Request& request, TextPoolSource& texts);
columns::Table generate_supplier(const Request& request, TextPoolSource& texts);

struct TableDefinition {
  std::string_view name;
  columns::Schema (*schema)(double scale_factor);
  columns::Table (*generate)(const Request& request, TextPoolSource& texts);
  int64_t (*row_count)(double scale_factor);  // of lineitem as expected: true to about 1 %
};

// All of them, by name.
std::span<const TableDefinition> tables();

// Null when there is none of that name.
const TableDefinition* find_table(std::string_view name);

// The bytes that generating takes, expected beforehand: true to a few percent. The text pool counts
// when comments are asked for, whether or not there is one already.
int64_t expected_bytes(const TableDefinition& table, const Request& request);

}  // namespace engine::tpch

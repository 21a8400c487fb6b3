// The tables that plans may read, with their statistics.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "columns/attribute.h"
#include "columns/table.h"

namespace engine::execution {

struct StoredTable {
  // Measures the table's statistics.
  explicit StoredTable(columns::Table table);

  columns::Table table;
  columns::Attributes attributes;
};

// By name; names may be looked up as std::string_view.
using Catalog = std::map<std::string, StoredTable, std::less<>>;

}  // namespace engine::execution

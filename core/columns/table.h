// A table held in memory as whole columns; also the form of a query's result.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "columns/column.h"
#include "columns/schema.h"

namespace engine::columns {

struct Table {
  // Columns of `row_count` values, not yet written.
  Table(Schema schema, int64_t row_count);

  // Requires: there is one of that name.
  const Column& column(std::string_view name) const;
  Column& column(std::string_view name);
  // Null when there is none.
  Column* find(std::string_view name);

  Schema schema;
  int64_t row_count;
  std::vector<Column> columns;  // one for each field of the schema
};

}  // namespace engine::columns

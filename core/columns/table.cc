// Allocating a table's columns.
#include "columns/table.h"

#include <optional>
#include <utility>

namespace engine::columns {

Table::Table(Schema fields, int64_t rows) : schema(std::move(fields)), row_count(rows) {
  columns.reserve(schema.size());
  for (const Field& field : schema) columns.emplace_back(field.type, row_count);
}

const Column& Table::column(std::string_view name) const {
  return columns[position_of(schema, name)];
}

Column& Table::column(std::string_view name) { return columns[position_of(schema, name)]; }

Column* Table::find(std::string_view name) {
  std::optional<int64_t> position = find_position(schema, name);
  return position ? &columns[*position] : nullptr;
}

}  // namespace engine::columns

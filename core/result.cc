// Printing a result table.
#include "result.h"

#include "columns/canonical_text.h"
#include "result_hash.h"

namespace engine {

Result::Result(const columns::Table& table) : row_count(table.row_count) {
  for (const columns::Field& field : table.schema) column_names.push_back(field.name);
  for (int64_t row = 0; row < row_count; ++row) {
    for (const columns::Column& column : table.columns) {
      fields.push_back(columns::canonical_text(column, row));
      if (&column != &table.columns.front()) text += '|';
      text += fields.back();
    }
    text += '\n';
  }
  hash = result_hash(text);
}

}  // namespace engine

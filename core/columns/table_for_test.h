// Small tables for tests, from lists of values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "columns/string_heap.h"
#include "columns/table.h"

namespace engine::columns {

struct NamedColumn {
  std::string name;
  Column column;
};

template <class Value>
NamedColumn column_for_test(std::string name, Type type, const std::vector<Value>& values) {
  Column column(std::move(type), std::ssize(values));
  std::ranges::copy(values, column.writable_values<Value>());
  return {std::move(name), std::move(column)};
}

inline NamedColumn texts_for_test(std::string name, const std::vector<std::string>& texts) {
  Column column(text_type(), std::ssize(texts));
  auto heap = std::make_shared<StringHeap>();
  for (std::size_t row = 0; row < texts.size(); ++row) {
    column.writable_values<StringValue>()[row] = heap->add(texts[row]);
  }
  column.keep_alive(std::move(heap));
  return {std::move(name), std::move(column)};
}

// Codes of uint8 storage.
inline NamedColumn words_for_test(std::string name, std::shared_ptr<const Dictionary> dictionary,
                                  const std::vector<std::string>& values) {
  std::vector<uint8_t> codes;
  for (const std::string& word : values) {
    codes.push_back(static_cast<uint8_t>(dictionary->code_of(word)));
  }
  return column_for_test(std::move(name), words(Storage::uint8, std::move(dictionary)), codes);
}

inline NamedColumn integers_for_test(std::string name, const std::vector<int64_t>& values) {
  return column_for_test(std::move(name), integer(Storage::int64), values);
}

// Requires: at least one column, all of as many rows.
inline Table table_for_test(std::vector<NamedColumn> columns) {
  Schema schema;
  for (const NamedColumn& each : columns) schema.push_back({each.name, each.column.type()});
  Table table(std::move(schema), 0);
  table.row_count = columns.front().column.row_count();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    table.columns[i] = std::move(columns[i].column);
  }
  return table;
}

}  // namespace engine::columns

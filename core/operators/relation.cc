// Making relations from tables and tables from relations.
#include "operators/relation.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "columns/string_heap.h"
#include "primitives/gather.h"

namespace engine::operators {

Relation relation_of(const columns::Table& table, const columns::Attributes& attributes) {
  Relation relation = {.attributes = attributes, .row_count = table.row_count};
  for (const columns::Column& column : table.columns) relation.columns.push_back(column.vector());
  return relation;
}

RelationBuffers::RelationBuffers(const columns::Attributes& attributes, int64_t row_count) {
  for (const columns::Attribute& attribute : attributes) {
    int64_t bytes = row_count * columns::bytes_per_value(attribute.type.storage);
    buffers_.emplace_back(bytes);
  }
}

Relation RelationBuffers::finish(columns::Attributes attributes, int64_t row_count,
                                 RelationBuffers buffers,
                                 std::vector<std::shared_ptr<const void>> sources) {
  buffers.sources_ = std::move(sources);
  auto owner = std::make_shared<RelationBuffers>(std::move(buffers));
  Relation relation = {.attributes = std::move(attributes), .row_count = row_count};
  for (std::size_t i = 0; i < relation.attributes.size(); ++i) {
    relation.columns.push_back({relation.attributes[i].type.storage, owner->buffers_[i].data()});
  }
  relation.owner = std::move(owner);
  return relation;
}

Relation rows_of(const Relation& relation, const std::vector<int32_t>& rows) {
  RelationBuffers buffers(relation.attributes, std::ssize(rows));
  columns::Rows all = {rows.data(), std::ssize(rows)};
  for (std::size_t i = 0; i < relation.columns.size(); ++i) {
    columns::Vector column = relation.columns[i];
    primitives::compact(column.storage, column.data, all, buffers.values(i));
  }
  columns::Attributes attributes = relation.attributes;
  if (!std::ranges::is_sorted(rows)) {
    for (columns::Attribute& attribute : attributes) attribute.order = columns::Order::unknown;
  }
  return RelationBuffers::finish(std::move(attributes), std::ssize(rows), std::move(buffers),
                                 {relation.owner});
}

columns::Table table_of(const Relation& relation) {
  columns::Schema schema;
  for (const columns::Attribute& each : relation.attributes) {
    schema.push_back({each.name, each.type});
  }
  columns::Table table(std::move(schema), relation.row_count);
  for (std::size_t i = 0; i < relation.columns.size(); ++i) {
    columns::Vector from = relation.columns[i];
    columns::Column& to = table.columns[i];
    if (from.storage != columns::Storage::string) {
      if (relation.row_count == 0) continue;
      std::memcpy(to.writable_bytes(), from.data,
                  relation.row_count * columns::bytes_per_value(from.storage));
      continue;
    }
    auto heap = std::make_shared<columns::StringHeap>();
    columns::StringValue* copies = to.writable_values<columns::StringValue>();
    for (int64_t row = 0; row < relation.row_count; ++row) {
      copies[row] = heap->add(from.values<columns::StringValue>()[row].view());
    }
    to.keep_alive(std::move(heap));
  }
  return table;
}

}  // namespace engine::operators

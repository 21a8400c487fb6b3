// Rows that are all there: a table, or what a part of a plan has given.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "columns/attribute.h"
#include "columns/buffer.h"
#include "columns/table.h"
#include "columns/vector.h"

namespace engine::operators {

struct Relation {
  columns::Attributes attributes = {};
  int64_t row_count = 0;
  std::vector<columns::Vector> columns = {};  // one for each attribute
  // Keeps the values; null when they belong to a table, which outlives the relation.
  std::shared_ptr<const void> owner = {};
};

// A table's rows, which stay where they are. Requires: the table outlives the relation; the
// attributes are those of its columns.
Relation relation_of(const columns::Table& table, const columns::Attributes& attributes);

// Memory for a relation's values, not yet written: one buffer for each attribute.
class RelationBuffers {
 public:
  RelationBuffers(const columns::Attributes& attributes, int64_t row_count);

  std::byte* values(int64_t column) { return buffers_[column].data(); }

  // The relation of what has been written. The buffers go with it, and so does what its strings
  // point into.
  static Relation finish(columns::Attributes attributes, int64_t row_count, RelationBuffers buffers,
                         std::vector<std::shared_ptr<const void>> sources = {});

 private:
  std::vector<columns::Buffer> buffers_;
  std::vector<std::shared_ptr<const void>> sources_;
};

// A relation of some of another one's rows, by their numbers.
Relation rows_of(const Relation& relation, const std::vector<int32_t>& rows);

// A table with copies of all values: what a relation's strings point into may go.
columns::Table table_of(const Relation& relation);

}  // namespace engine::operators

// A column: values of one type, side by side. Slices share the values, so a scan copies nothing;
// the values live until the last column that shares them is gone.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "columns/type.h"

namespace engine::columns {

class Column {
 public:
  // `row_count` values, not yet written: a table's columns are large, and writing each byte once is
  // enough.
  Column(Type type, int64_t row_count);

  const Type& type() const { return type_; }
  int64_t row_count() const { return row_count_; }

  // Requires: Value is how the type stores a value.
  template <class Value>
  const Value* values() const {
    assert(storage_of<Value>() == type_.storage);
    return reinterpret_cast<const Value*>(bytes_.get());
  }

  // As values(), to write them. Requires: the values are not shared yet.
  template <class Value>
  Value* writable_values() {
    assert(storage_of<Value>() == type_.storage && bytes_.use_count() == 1);
    return reinterpret_cast<Value*>(bytes_.get());
  }

  // Rows [first, first + count), sharing the values. Requires: the column has them.
  Column slice(int64_t first, int64_t count) const;

 private:
  Column(Type type, int64_t row_count, std::shared_ptr<std::byte[]> bytes);

  Type type_;
  int64_t row_count_;
  std::shared_ptr<std::byte[]> bytes_;
};

// One value, whatever its storage. For results; loops over columns take values<>().
Int128 value_at(const Column& column, int64_t row);

}  // namespace engine::columns

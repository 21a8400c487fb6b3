// A column: values of one type, side by side. Slices share the values, so a scan copies nothing;
// the values, and the bytes that string values point to, live until the last column that shares
// them is gone.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "columns/buffer.h"
#include "columns/type.h"
#include "columns/vector.h"

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
    return reinterpret_cast<const Value*>(first_);
  }

  // As values(), to write them. Requires: the values are not shared yet.
  template <class Value>
  Value* writable_values() {
    assert(storage_of<Value>() == type_.storage && shared_.use_count() == 1);
    return reinterpret_cast<Value*>(first_);
  }

  // As above, whatever they are.
  std::byte* writable_bytes() {
    assert(shared_.use_count() == 1);
    return first_;
  }

  Vector vector() const { return {type_.storage, first_}; }

  // Keeps what string values point into: a StringHeap, or whatever else holds their bytes; columns
  // may share one. Requires: the values are not shared yet.
  void keep_alive(std::shared_ptr<const void> heap);

  // Rows [first, first + count), sharing the values. Requires: the column has them.
  Column slice(int64_t first, int64_t count) const;

 private:
  // What a column shares with its slices.
  struct Shared {
    Buffer bytes;
    std::vector<std::shared_ptr<const void>> heaps = {};
  };

  Column(Type type, int64_t row_count, std::shared_ptr<Shared> shared, std::byte* first);

  Type type_;
  int64_t row_count_;
  std::shared_ptr<Shared> shared_;
  std::byte* first_;  // the first row's value
};

// One number, whatever its storage. For results; loops over columns take values<>(). Requires: not
// a string.
Int128 value_at(const Column& column, int64_t row);

}  // namespace engine::columns

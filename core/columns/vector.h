// A vector: the values of one column in one batch, side by side. It does not own them; they lie in
// a table, or in what the batch keeps.
#pragma once

#include <cassert>
#include <cstddef>

#include "columns/type.h"

namespace engine::columns {

struct Vector {
  // Requires: Value is how the storage holds a value.
  template <class Value>
  const Value* values() const {
    assert(storage_of<Value>() == storage);
    return reinterpret_cast<const Value*>(data);
  }

  // From a row on.
  Vector from(int64_t row) const { return {storage, data + row * bytes_per_value(storage)}; }

  Storage storage;
  const std::byte* data;
};

}  // namespace engine::columns

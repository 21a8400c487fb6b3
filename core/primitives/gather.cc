// One loop for each width of a value.
#include "primitives/gather.h"

#include <cstring>
#include <utility>

#include "columns/decimal.h"
#include "columns/string_value.h"
#include "primitives/loop.h"

namespace engine::primitives {
namespace {

using columns::Storage;

template <class Value>
void gather_values(const void* values, const int32_t* sources, columns::Rows rows, void* results) {
  const Value* from = static_cast<const Value*>(values);
  Value* to = static_cast<Value*>(results);
  for_each_row(rows, [=](int64_t row) {
    int32_t source = sources[row];
    to[row] = source < 0 ? Value() : from[source];
  });
}

template <class Value>
void compact_values(const void* values, columns::Rows rows, void* results) {
  const Value* from = static_cast<const Value*>(values);
  Value* to = static_cast<Value*>(results);
  if (rows.indexes == nullptr) {
    if (rows.count > 0) std::memcpy(to, from, rows.count * sizeof(Value));
    return;
  }
  for (int64_t i = 0; i < rows.count; ++i) to[i] = from[rows.indexes[i]];
}

}  // namespace

void gather(Storage storage, const void* values, const int32_t* sources, columns::Rows rows,
            void* results) {
  switch (storage) {
    case Storage::uint8:
      return gather_values<uint8_t>(values, sources, rows, results);
    case Storage::int32:
      return gather_values<int32_t>(values, sources, rows, results);
    case Storage::int64:
      return gather_values<int64_t>(values, sources, rows, results);
    case Storage::int128:
      return gather_values<columns::Int128>(values, sources, rows, results);
    case Storage::string:
      return gather_values<columns::StringValue>(values, sources, rows, results);
  }
  std::unreachable();
}

void compact(Storage storage, const void* values, columns::Rows rows, void* results) {
  switch (storage) {
    case Storage::uint8:
      return compact_values<uint8_t>(values, rows, results);
    case Storage::int32:
      return compact_values<int32_t>(values, rows, results);
    case Storage::int64:
      return compact_values<int64_t>(values, rows, results);
    case Storage::int128:
      return compact_values<columns::Int128>(values, rows, results);
    case Storage::string:
      return compact_values<columns::StringValue>(values, rows, results);
  }
  std::unreachable();
}

}  // namespace engine::primitives

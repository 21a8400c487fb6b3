// Allocating, slicing and reading columns.
#include "columns/column.h"

#include <utility>

namespace engine::columns {

Column::Column(Type type, int64_t row_count) : type_(std::move(type)), row_count_(row_count) {
  bytes_ = std::make_unique_for_overwrite<std::byte[]>(row_count * bytes_per_value(type_.storage));
}

Column::Column(Type type, int64_t row_count, std::shared_ptr<std::byte[]> bytes)
    : type_(std::move(type)), row_count_(row_count), bytes_(std::move(bytes)) {}

Column Column::slice(int64_t first, int64_t count) const {
  assert(first >= 0 && count >= 0 && first + count <= row_count_);
  std::byte* start = bytes_.get() + first * bytes_per_value(type_.storage);
  return Column(type_, count, std::shared_ptr<std::byte[]>(bytes_, start));
}

Int128 value_at(const Column& column, int64_t row) {
  assert(row >= 0 && row < column.row_count());
  switch (column.type().storage) {
    case Storage::uint8:
      return column.values<uint8_t>()[row];
    case Storage::int32:
      return column.values<int32_t>()[row];
    case Storage::int64:
      return column.values<int64_t>()[row];
    case Storage::int128:
      return column.values<Int128>()[row];
  }
  std::unreachable();
}

}  // namespace engine::columns

// Allocating, slicing and reading columns.
#include "columns/column.h"

#include <utility>

namespace engine::columns {

Column::Column(Type type, int64_t row_count) : type_(std::move(type)), row_count_(row_count) {
  int64_t size = row_count * bytes_per_value(type_.storage);
  buffer_ = std::make_shared<Buffer>(std::make_unique_for_overwrite<std::byte[]>(size));
  first_ = buffer_->bytes.get();
}

Column::Column(Type type, int64_t row_count, std::shared_ptr<Buffer> buffer, std::byte* first)
    : type_(std::move(type)), row_count_(row_count), buffer_(std::move(buffer)), first_(first) {}

void Column::keep_alive(std::shared_ptr<const void> heap) {
  assert(type_.storage == Storage::string && buffer_.use_count() == 1);
  buffer_->heaps.push_back(std::move(heap));
}

Column Column::slice(int64_t first, int64_t count) const {
  assert(first >= 0 && count >= 0 && first + count <= row_count_);
  return Column(type_, count, buffer_, first_ + first * bytes_per_value(type_.storage));
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
    case Storage::string:
      break;
  }
  std::unreachable();
}

}  // namespace engine::columns

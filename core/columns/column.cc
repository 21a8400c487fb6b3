// Allocating, slicing and reading columns.
#include "columns/column.h"

#include <utility>

namespace engine::columns {

Column::Column(Type type, int64_t row_count) : type_(std::move(type)), row_count_(row_count) {
  int64_t size = row_count * bytes_per_value(type_.storage);
  shared_ = std::make_shared<Shared>(Buffer(size));
  first_ = shared_->bytes.data();
}

Column::Column(Type type, int64_t row_count, std::shared_ptr<Shared> shared, std::byte* first)
    : type_(std::move(type)), row_count_(row_count), shared_(std::move(shared)), first_(first) {}

void Column::keep_alive(std::shared_ptr<const void> heap) {
  assert(type_.storage == Storage::string && shared_.use_count() == 1);
  shared_->heaps.push_back(std::move(heap));
}

Column Column::slice(int64_t first, int64_t count) const {
  assert(first >= 0 && count >= 0 && first + count <= row_count_);
  return Column(type_, count, shared_, first_ + first * bytes_per_value(type_.storage));
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

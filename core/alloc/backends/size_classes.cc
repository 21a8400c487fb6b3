// Filling the table, and looking whether blocks are as it says.
#include "alloc/backends/size_classes.h"

namespace engine::alloc {

void SizeClasses::fill(const Allocator& allocator) noexcept {
  std::size_t least = 0;
  for (std::size_t row = 0; row < row_count; ++row) {
    std::size_t largest = largest_of_row(row);
    int64_t bytes = allocator.bytes_for(largest);
    // A row of two classes, or a class that the table cannot hold.
    if (bytes != allocator.bytes_for(least) || bytes % unit != 0 || bytes / unit > UINT16_MAX ||
        (bytes % (2 * unit) != 0 && bytes != unit)) {
      units_ = {};
      return;
    }
    units_[row] = static_cast<uint16_t>(bytes / unit);
    least = largest + 1;
  }
  if (!agrees(allocator)) units_ = {};
}

bool SizeClasses::agrees(const Allocator& allocator) const noexcept {
  for (std::size_t size = 0; size <= largest_size; size = size * 5 / 4 + 1) {
    void* block = allocator.allocate(size);
    if (block == nullptr) return false;
    int64_t told = allocator.told_bytes(block);
    allocator.release(block);
    if (told != bytes_of(size)) return false;
  }
  return true;
}

}  // namespace engine::alloc

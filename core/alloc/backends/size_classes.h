// How many bytes blocks have, for allocators that round sizes up to classes: a table from size to
// bytes, filled while the library loads with what the allocator itself says of each size, and then
// compared with blocks of its own. One load instead of the search for a block's page that the
// documented call makes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace engine::alloc {

class SizeClasses {
 public:
  static constexpr std::size_t largest_size = std::size_t{64} * 1024;

  // 0: not known; the block must be asked.
  int64_t bytes_of(std::size_t size) const noexcept {
    if (size > largest_size) [[unlikely]]
      return 0;
    return int64_t{units_[row_of(size)]} * unit;
  }

  // Classes by their bytes / 16, which no two have in common.
  static constexpr std::size_t class_count = 65;
  bool is_known() const noexcept { return units_[0] != 0; }
  std::size_t class_of_size(std::size_t size) const noexcept {
    if (size > largest_small) [[unlikely]]
      return class_count;
    return units_[(size + unit - 1) / unit] / 2;
  }
  // class_count: no class has these bytes.
  std::size_t class_of_bytes(int64_t bytes) const noexcept {
    std::size_t size = static_cast<std::size_t>(bytes);
    return size <= largest_small && bytes_of(size) == bytes ? class_of_size(size) : class_count;
  }
  static constexpr int64_t bytes_of_class(std::size_t number) noexcept {
    return number == 0 ? unit : static_cast<int64_t>(number * 2 * unit);
  }

  // `bytes_for` is what the allocator says; allocate and told_bytes are its functions, release its
  // free(). Leaves nothing known where they do not agree.
  struct Allocator {
    int64_t (*bytes_for)(std::size_t size) noexcept;
    void* (*allocate)(std::size_t size) noexcept;
    void (*release)(void* block) noexcept;
    int64_t (*told_bytes)(const void* block) noexcept;
  };
  void fill(const Allocator& allocator) noexcept;

 private:
  static constexpr int64_t unit = 8;
  static constexpr std::size_t largest_small = 1024;
  static constexpr std::size_t row_bytes = 128;  // above it
  static constexpr std::size_t rows_small = largest_small / unit;

  static constexpr std::size_t row_of(std::size_t size) noexcept {
    if (size <= largest_small) [[likely]]
      return (size + unit - 1) / unit;
    return rows_small + (size - largest_small + row_bytes - 1) / row_bytes;
  }
  static constexpr std::size_t row_count =
      rows_small + (largest_size - largest_small) / row_bytes + 1;
  static constexpr std::size_t largest_of_row(std::size_t row) noexcept {
    return row <= rows_small ? row * unit : largest_small + (row - rows_small) * row_bytes;
  }

  bool agrees(const Allocator& allocator) const noexcept;

  std::array<uint16_t, row_count> units_{};
};

}  // namespace engine::alloc

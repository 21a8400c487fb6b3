// What allocators with size classes have in common: the bytes of a block follow from the size that
// it was asked with. `Own` is the backend's class, which has the functions allocate, free,
// told_bytes, and bytes_for, what the allocator says of a size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "alloc/backends/size_classes.h"

namespace engine::alloc {

// Its part of what IsBackend says (backend.h).
template <class Own>
class ClassedBackend {
 public:
  static void start() noexcept {
    classes_.fill({.bytes_for = Own::bytes_for,
                   .allocate = Own::allocate,
                   .release = Own::free,
                   .told_bytes = Own::told_bytes});
  }

  static int64_t usable_bytes(const void* block) noexcept { return Own::told_bytes(block); }
  static int64_t usable_bytes(const void* block, std::size_t size) noexcept {
    int64_t bytes = classes_.bytes_of(size);
    return bytes != 0 ? bytes : Own::told_bytes(block);
  }
  static constexpr bool relies_on_sizes = true;

  static constexpr std::size_t class_count = SizeClasses::class_count;
  static bool knows_classes() noexcept { return classes_.is_known(); }
  static constexpr std::string_view why_no_classes =
      "the backend's size classes are not as expected";
  static std::size_t class_of_size(std::size_t size) noexcept {
    return classes_.class_of_size(size);
  }
  static std::size_t class_of_block(const void* block) noexcept {
    return classes_.class_of_bytes(Own::told_bytes(block));
  }
  static std::size_t class_of_block(const void*, std::size_t size) noexcept {
    return class_of_size(size);
  }
  static constexpr int64_t bytes_of_class(std::size_t number) noexcept {
    return SizeClasses::bytes_of_class(number);
  }

 private:
  [[gnu::visibility("hidden")]] static constinit inline SizeClasses classes_;
};

}  // namespace engine::alloc

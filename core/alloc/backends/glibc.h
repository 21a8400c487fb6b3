// The C library's malloc.
//
// glibc keeps a block's size in the word before it: a multiple of 16 with three flags below, of
// which the second says that the block is a mapping of its own. That word, less one word (less two
// of a mapping), is what malloc_usable_size() gives; reading it takes three instructions, and the
// call twenty. The layout is as old as the library, but is no promise. So it is used only after it
// was compared, while this library loads, with what the documented call says of blocks of all
// kinds, and only when malloc really is glibc's: a sanitizer's, or another one that was loaded
// before, is asked by the call.
//
// A size that is told with a block is not used: what a block has does not follow from it.
#pragma once

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace engine::alloc {

// As IsBackend says (backend.h).
class Glibc {
 public:
  static void start() noexcept;
  static std::string_view name() noexcept;
  static int64_t booked_bytes() noexcept;

  static void* allocate(std::size_t size) noexcept { return std::malloc(size); }
  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept {
    return std::calloc(count, size);
  }
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    void* block = nullptr;
    // Not aligned_alloc: that one wants the size to be a multiple of the alignment.
    return ::posix_memalign(&block, alignment, size) == 0 ? block : nullptr;
  }
  static void* resize(void* block, std::size_t size) noexcept { return std::realloc(block, size); }
  static void free(void* block) noexcept { std::free(block); }
  static void free_sized(void* block, std::size_t) noexcept { std::free(block); }
  static void free_sized(void* block, std::size_t, std::size_t) noexcept { std::free(block); }

  static int64_t told_bytes(const void* block) noexcept {
    return static_cast<int64_t>(::malloc_usable_size(const_cast<void*>(block)));
  }
  static int64_t usable_bytes(const void* block) noexcept {
    if (size_is_before_block_) [[likely]]
      return bytes_by_word(word_before(block));
    return told_bytes(block);
  }
  static int64_t usable_bytes(const void* block, std::size_t) noexcept {
    return usable_bytes(block);
  }
  static int64_t usable_bytes(const void* block, std::size_t, std::size_t) noexcept {
    return usable_bytes(block);
  }
  static constexpr bool relies_on_sizes = false;

  static constexpr std::size_t class_count = 67;
  static bool knows_classes() noexcept { return size_is_before_block_; }
  static constexpr std::string_view why_no_classes =
      "malloc is not glibc's, or keeps sizes elsewhere";
  // The smallest block has 24 usable bytes.
  static std::size_t class_of_size(std::size_t size) noexcept {
    constexpr std::size_t least = bytes_per_class - word_bytes + 1;
    constexpr std::size_t largest = (class_count - 1) * bytes_per_class - word_bytes;
    if (size > largest) [[unlikely]]
      return class_count;
    return (std::max(size, least) + word_bytes + bytes_per_class - 1) / bytes_per_class;
  }
  // A mapping is larger than the largest class.
  static std::size_t class_of_block(const void* block) noexcept {
    return word_before(block) / bytes_per_class;
  }
  static std::size_t class_of_block(const void* block, std::size_t) noexcept {
    return class_of_block(block);
  }
  static constexpr int64_t bytes_of_class(std::size_t number) noexcept {
    return static_cast<int64_t>(number * bytes_per_class) - static_cast<int64_t>(word_bytes);
  }

 private:
  static constexpr std::size_t word_bytes = sizeof(void*);
  // Of blocks with their word.
  static constexpr std::size_t bytes_per_class = 16;

  static uint64_t word_before(const void* block) noexcept {
    // Lest the compiler reason that nothing is there.
    asm("" : "+r"(block));
    return static_cast<const uint64_t*>(block)[-1];
  }

  static int64_t bytes_by_word(uint64_t word) noexcept {
    constexpr uint64_t mapping_flag = 2, flags = 7;
    int64_t bytes = static_cast<int64_t>((word - word_bytes) & ~flags);
    if ((word & mapping_flag) != 0) [[unlikely]]
      bytes -= static_cast<int64_t>(word_bytes);
    return bytes;
  }

  static bool word_tells_size(void* block) noexcept;

  // Whether the word before a block has its size. False until start() has found it so.
  [[gnu::visibility("hidden")]] static constinit bool size_is_before_block_;
};

}  // namespace engine::alloc

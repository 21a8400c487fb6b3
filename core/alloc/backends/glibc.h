// The C library's malloc, and how many bytes of a block can be used.
//
// glibc keeps a block's size in the word before it: a multiple of 16 with three flags below, of
// which the second says that the block is a mapping of its own. That word, less one word (less two
// of a mapping), is what malloc_usable_size() gives; reading it takes three instructions, and the
// call twenty. The layout is as old as the library, but is no promise. So it is used only after it
// was compared, while this library loads, with what the documented call says of blocks of all
// kinds, and only when malloc really is glibc's: a sanitizer's, or another one that was loaded
// before, is asked by the call.
#pragma once

#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace engine::alloc::glibc {

// Whether the word before a block has its size. False until look_at_blocks() has found it so.
[[gnu::visibility("hidden")]] extern constinit bool size_is_before_block;

// Compares the sizes. To be called once, when this library loads.
void look_at_blocks() noexcept;

inline constexpr int64_t word_bytes = sizeof(void*);
inline constexpr uint64_t mapping_flag = 2;
inline constexpr uint64_t flags = 7;

// The word before a block. Requires: size_is_before_block.
inline uint64_t word_before(const void* block) noexcept {
  // Lest the compiler reason that nothing is there.
  asm("" : "+r"(block));
  return static_cast<const uint64_t*>(block)[-1];
}

inline int64_t usable_bytes_by_word(uint64_t word) noexcept {
  int64_t bytes = static_cast<int64_t>((word - word_bytes) & ~flags);
  if ((word & mapping_flag) != 0) [[unlikely]]
    bytes -= word_bytes;
  return bytes;
}

// Requires: malloc and its kin gave the block, and it was not freed.
inline int64_t usable_bytes(const void* block) noexcept {
  if (size_is_before_block) [[likely]]
    return usable_bytes_by_word(word_before(block));
  return static_cast<int64_t>(::malloc_usable_size(const_cast<void*>(block)));
}

}  // namespace engine::alloc::glibc

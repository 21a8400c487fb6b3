// jemalloc, linked into this library under names of its own (ci/backends).
//
// Rounds sizes to classes, so that a block's bytes follow from the size it was asked with, for
// aligned blocks too. Freeing with the size saves it the search for the block's class.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "alloc/backends/classed_backend.h"

// As jemalloc(3) describes their namesakes. `flags`: the base-two logarithm of the alignment, or 0.
extern "C" {
void* engine_je_malloc(std::size_t size) noexcept;
void* engine_je_calloc(std::size_t count, std::size_t size) noexcept;
void* engine_je_mallocx(std::size_t size, int flags) noexcept;
void* engine_je_realloc(void* block, std::size_t size) noexcept;
void engine_je_free(void* block) noexcept;
void engine_je_sdallocx(void* block, std::size_t size, int flags) noexcept;
std::size_t engine_je_malloc_usable_size(const void* block) noexcept;
std::size_t engine_je_nallocx(std::size_t size, int flags) noexcept;
int engine_je_mallctl(const char* name, void* old, std::size_t* old_bytes, void* value,
                      std::size_t value_bytes) noexcept;
}

namespace engine::alloc {

// As IsBackend says (backend.h).
class Jemalloc : public ClassedBackend<Jemalloc> {
 public:
  static std::string_view name() noexcept;
  static int64_t booked_bytes() noexcept;

  static void* allocate(std::size_t size) noexcept { return engine_je_malloc(size); }
  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept {
    return engine_je_calloc(count, size);
  }
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    return engine_je_mallocx(asked(size), flags_of(alignment));
  }
  static void* resize(void* block, std::size_t size) noexcept {
    return engine_je_realloc(block, size);
  }
  static void free(void* block) noexcept { engine_je_free(block); }
  static void free_sized(void* block, std::size_t size) noexcept {
    engine_je_sdallocx(block, asked(size), 0);
  }
  static void free_sized(void* block, std::size_t size, std::size_t alignment) noexcept {
    engine_je_sdallocx(block, asked(size), flags_of(alignment));
  }

  static int64_t told_bytes(const void* block) noexcept {
    return static_cast<int64_t>(engine_je_malloc_usable_size(block));
  }
  static int64_t bytes_for(std::size_t size) noexcept {
    return static_cast<int64_t>(engine_je_nallocx(asked(size), 0));
  }
  using ClassedBackend::usable_bytes;
  static int64_t usable_bytes(const void*, std::size_t size, std::size_t alignment) noexcept {
    return static_cast<int64_t>(engine_je_nallocx(asked(size), flags_of(alignment)));
  }

 private:
  // The functions with flags do not take 0.
  static std::size_t asked(std::size_t size) noexcept { return std::max<std::size_t>(size, 1); }
  static int flags_of(std::size_t alignment) noexcept { return std::countr_zero(alignment); }
};

}  // namespace engine::alloc

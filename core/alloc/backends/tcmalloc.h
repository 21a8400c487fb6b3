// tcmalloc of gperftools, linked into this library under names of its own (ci/backends).
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

// As gperftools/tcmalloc.h describes their namesakes. `flags`: the base-two logarithm of the
// alignment, or 0.
extern "C" {
void* engine_tc_malloc(std::size_t size) noexcept;
void* engine_tc_calloc(std::size_t count, std::size_t size) noexcept;
void* engine_tc_memalign(std::size_t alignment, std::size_t size) noexcept;
void* engine_tc_realloc(void* block, std::size_t size) noexcept;
void engine_tc_free(void* block) noexcept;
void engine_tc_free_sized(void* block, std::size_t size) noexcept;
std::size_t engine_tc_malloc_size(void* block) noexcept;
std::size_t engine_tc_nallocx(std::size_t size, int flags) noexcept;
const char* engine_tc_version(int* major, int* minor, const char** patch) noexcept;
int engine_MallocExtension_GetNumericProperty(const char* property, std::size_t* value) noexcept;
}

namespace engine::alloc {

// As IsBackend says (backend.h).
class Tcmalloc : public ClassedBackend<Tcmalloc> {
 public:
  static void start() noexcept;
  static std::string_view name() noexcept;
  static int64_t booked_bytes() noexcept;

  static void* allocate(std::size_t size) noexcept { return engine_tc_malloc(size); }
  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept {
    return engine_tc_calloc(count, size);
  }
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    return engine_tc_memalign(alignment, size);
  }
  static void* resize(void* block, std::size_t size) noexcept {
    return engine_tc_realloc(block, size);
  }
  static void free(void* block) noexcept { engine_tc_free(block); }
  static void free_sized(void* block, std::size_t size) noexcept {
    engine_tc_free_sized(block, size);
  }
  // It has no sized form for aligned blocks; nor has its own sized delete for them.
  static void free_sized(void* block, std::size_t, std::size_t) noexcept { free(block); }

  // 0 before start(): what it allocates for itself until it can tell, and never frees.
  static int64_t told_bytes(const void* block) noexcept {
    if (!is_ready_) [[unlikely]]
      return 0;
    return static_cast<int64_t>(engine_tc_malloc_size(const_cast<void*>(block)));
  }
  static int64_t bytes_for(std::size_t size) noexcept {
    return static_cast<int64_t>(engine_tc_nallocx(size, 0));
  }
  using ClassedBackend::usable_bytes;
  static int64_t usable_bytes(const void*, std::size_t size, std::size_t alignment) noexcept {
    // Of pages that size 0 takes it says nothing.
    return static_cast<int64_t>(
        engine_tc_nallocx(std::max<std::size_t>(size, 1), std::countr_zero(alignment)));
  }

 private:
  [[gnu::visibility("hidden")]] static constinit bool is_ready_;
};

}  // namespace engine::alloc

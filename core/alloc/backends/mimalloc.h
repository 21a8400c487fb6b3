// mimalloc, linked into this library under names of its own (ci/backends).
//
// Rounds sizes to classes, so that a block's bytes follow from the size it was asked with. Those of
// an aligned block do not: it may begin anywhere in a larger one, and must be asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "alloc/backends/classed_backend.h"

// As mimalloc's documentation describes their namesakes.
extern "C" {
void* engine_mi_malloc(std::size_t size) noexcept;
void* engine_mi_calloc(std::size_t count, std::size_t size) noexcept;
void* engine_mi_malloc_aligned_at(std::size_t size, std::size_t alignment,
                                  std::size_t offset) noexcept;
void* engine_mi_realloc(void* block, std::size_t size) noexcept;
void engine_mi_free(void* block) noexcept;
void engine_mi_free_size(void* block, std::size_t size) noexcept;
void engine_mi_free_size_aligned(void* block, std::size_t size, std::size_t alignment) noexcept;
std::size_t engine_mi_usable_size(const void* block) noexcept;
std::size_t engine_mi_good_size(std::size_t size) noexcept;
int engine_mi_version() noexcept;
struct engine_mi_heap_t;
struct engine_mi_area {  // mi_heap_area_t
  void* blocks;
  std::size_t reserved;
  std::size_t committed;
  std::size_t used;  // blocks
  std::size_t block_bytes;
};
engine_mi_heap_t* engine_mi_heap_get_default() noexcept;
bool engine_mi_heap_visit_blocks(const engine_mi_heap_t* heap, bool each_block,
                                 bool (*visit)(const engine_mi_heap_t* heap,
                                               const engine_mi_area* area, void* block,
                                               std::size_t block_bytes, void* argument),
                                 void* argument) noexcept;
}

namespace engine::alloc {

// As IsBackend says (backend.h).
class Mimalloc : public ClassedBackend<Mimalloc> {
 public:
  static std::string_view name() noexcept;
  static int64_t booked_bytes() noexcept;

  static void* allocate(std::size_t size) noexcept { return engine_mi_malloc(size); }
  static void* allocate_zeroed(std::size_t count, std::size_t size) noexcept {
    return engine_mi_calloc(count, size);
  }
  static void* allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
    // Not mi_malloc_aligned: in release builds of 2.0.9 it takes blocks of 256 to 1,024 bytes for
    // aligned to their size, and they are not.
    return engine_mi_malloc_aligned_at(size, alignment, 0);
  }
  static void* resize(void* block, std::size_t size) noexcept {
    return engine_mi_realloc(block, size);
  }
  static void free(void* block) noexcept { engine_mi_free(block); }
  static void free_sized(void* block, std::size_t size) noexcept {
    engine_mi_free_size(block, size);
  }
  static void free_sized(void* block, std::size_t size, std::size_t alignment) noexcept {
    engine_mi_free_size_aligned(block, size, alignment);
  }

  static int64_t told_bytes(const void* block) noexcept {
    return static_cast<int64_t>(engine_mi_usable_size(block));
  }
  static int64_t bytes_for(std::size_t size) noexcept {
    return static_cast<int64_t>(engine_mi_good_size(size));
  }
  using ClassedBackend::usable_bytes;
  static int64_t usable_bytes(const void* block, std::size_t, std::size_t) noexcept {
    return told_bytes(block);
  }
};

}  // namespace engine::alloc

// malloc's functions over the blocks of the design that is chosen.
#include "alloc/entry_points.h"

#include <algorithm>
#include <bit>
#include <cerrno>

#include "alloc/chosen_blocks.h"

namespace {

using Blocks = engine::alloc::ChosenBlocks;

bool is_alignment(size_t alignment) noexcept { return std::has_single_bit(alignment); }

}  // namespace

void* engine_malloc(size_t size) {
  if (void* block = Blocks::try_allocate(size)) [[likely]]
    return block;
  return Blocks::allocate(size);
}

void* engine_calloc(size_t count, size_t size) { return Blocks::allocate_zeroed(count, size); }

void* engine_realloc(void* block, size_t size) {
  if (block == nullptr) return engine_malloc(size);
  if (size != 0) return Blocks::resize(block, size);
  Blocks::free(block);
  return nullptr;
}

void* engine_aligned_alloc(size_t alignment, size_t size) {
  if (!is_alignment(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  void* block = Blocks::allocate_aligned(size, std::max(alignment, sizeof(void*)));
  if (block == nullptr) errno = ENOMEM;
  return block;
}

int engine_posix_memalign(void** block, size_t alignment, size_t size) {
  if (!is_alignment(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* allocated = Blocks::allocate_aligned(size, alignment);
  if (allocated == nullptr) return ENOMEM;
  *block = allocated;
  return 0;
}

void engine_free(void* block) {
  if (block != nullptr) Blocks::free(block);
}

// The whole set of replaceable operators new and delete, on malloc and free, counting usable bytes.
// All of them stand in this one file: a set that is replaced in part would free with one allocator
// what another one gave.
//
// Frees are counted before the block is given back, which may take long for a large one;
// allocations after success, so that a failure changes nothing.
#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <new>

#include "alloc/accounting.h"

namespace {

using engine::alloc::track;

void* counted(void* block) noexcept {
  if (block != nullptr) [[likely]]
    track(static_cast<int64_t>(malloc_usable_size(block)));
  return block;
}

void* allocate_or_null(std::size_t size) noexcept {
  // malloc(0) may return null, new may not.
  return counted(std::malloc(size != 0 ? size : 1));
}

void* allocate_or_null(std::size_t size, std::align_val_t alignment) noexcept {
  std::size_t align = static_cast<std::size_t>(alignment);
  if (align <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) return allocate_or_null(size);
  void* block = nullptr;
  // posix_memalign and not aligned_alloc: that one wants the size to be a multiple of the
  // alignment.
  if (posix_memalign(&block, align, size != 0 ? size : 1) != 0) return nullptr;
  return counted(block);
}

// What the standard asks of a throwing new that finds no memory: call the handler and try again,
// until it frees something, throws, or is gone.
template <class... Alignment>
[[gnu::noinline]] void* allocate_after_failure(std::size_t size, Alignment... alignment) {
  for (;;) {
    std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
    if (void* block = allocate_or_null(size, alignment...)) return block;
  }
}

template <class... Alignment>
void* allocate(std::size_t size, Alignment... alignment) {
  if (void* block = allocate_or_null(size, alignment...)) [[likely]]
    return block;
  return allocate_after_failure(size, alignment...);
}

// The nothrow forms behave as the throwing ones with the exception turned into null.
template <class... Alignment>
void* allocate_nothrow(std::size_t size, Alignment... alignment) noexcept {
  if (void* block = allocate_or_null(size, alignment...)) [[likely]]
    return block;
  try {
    return allocate_after_failure(size, alignment...);
  } catch (...) {
    return nullptr;
  }
}

void release(void* block) noexcept {
  if (block == nullptr) return;
  track(-static_cast<int64_t>(malloc_usable_size(block)));
  std::free(block);
}

}  // namespace

using Size = std::size_t;
using Align = std::align_val_t;
using Nothrow = const std::nothrow_t&;

void* operator new(Size size) { return allocate(size); }
void* operator new[](Size size) { return allocate(size); }
void* operator new(Size size, Align align) { return allocate(size, align); }
void* operator new[](Size size, Align align) { return allocate(size, align); }
void* operator new(Size size, Nothrow) noexcept { return allocate_nothrow(size); }
void* operator new[](Size size, Nothrow) noexcept { return allocate_nothrow(size); }
void* operator new(Size size, Align align, Nothrow) noexcept {
  return allocate_nothrow(size, align);
}
void* operator new[](Size size, Align align, Nothrow) noexcept {
  return allocate_nothrow(size, align);
}

void operator delete(void* block) noexcept { release(block); }
void operator delete[](void* block) noexcept { release(block); }
void operator delete(void* block, Size) noexcept { release(block); }
void operator delete[](void* block, Size) noexcept { release(block); }
void operator delete(void* block, Align) noexcept { release(block); }
void operator delete[](void* block, Align) noexcept { release(block); }
void operator delete(void* block, Size, Align) noexcept { release(block); }
void operator delete[](void* block, Size, Align) noexcept { release(block); }
void operator delete(void* block, Nothrow) noexcept { release(block); }
void operator delete[](void* block, Nothrow) noexcept { release(block); }
void operator delete(void* block, Align, Nothrow) noexcept { release(block); }
void operator delete[](void* block, Align, Nothrow) noexcept { release(block); }

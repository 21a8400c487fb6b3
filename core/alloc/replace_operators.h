// Defines the whole set of replaceable operators new and delete over `Blocks`, a class as
// CountedBlocks that the including file names before it. All of them at once: a set that is
// replaced in part would free with one allocator what another one gave. To be included by one file
// of a program or library.
#pragma once

#include <cstddef>
#include <new>

#include "alloc/designs/counted_blocks.h"
#include "alloc/told_size.h"

namespace {

using Size = std::size_t;
using Align = std::align_val_t;
using Nothrow = const std::nothrow_t&;

// What every block has.
bool is_default(Align alignment) noexcept {
  return static_cast<Size>(alignment) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__;
}

void* allocate_or_null(Size size) noexcept { return Blocks::allocate(size); }

void* allocate_or_null(Size size, Align alignment) noexcept {
  if (is_default(alignment)) return Blocks::allocate(size);
  return Blocks::allocate_aligned(size, static_cast<Size>(alignment));
}

// What the standard asks of a throwing new that finds no memory: call the handler and try again,
// until it frees something, throws, or is gone. Whoever ends by calling this keeps nothing for it.
template <class... Alignment>
[[gnu::noinline]] void* allocate_or_throw(Size size, Alignment... alignment) {
  for (;;) {
    if (void* block = allocate_or_null(size, alignment...)) [[likely]]
      return block;
    std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void* allocate(Size size) {
  if (void* block = Blocks::try_allocate(size)) [[likely]]
    return block;
  return allocate_or_throw(size);
}

// The nothrow forms behave as the throwing ones with the exception turned into null.
template <class... Alignment>
void* allocate_nothrow(Size size, Alignment... alignment) noexcept {
  try {
    return allocate_or_throw(size, alignment...);
  } catch (...) {
    return nullptr;
  }
}

void release(void* block) noexcept {
  if (block == nullptr) return;
  Blocks::note_unsized_delete();
  Blocks::free(block);
}

void release(void* block, Size size) noexcept {
  if (block == nullptr) return;
  engine::alloc::check_told_size(block, size);
  Blocks::free(block, size);
}

void release(void* block, Size size, Align alignment) noexcept {
  if (is_default(alignment)) return release(block, size);
  if (block == nullptr) return;
  Size align = static_cast<Size>(alignment);
  engine::alloc::check_told_size(block, size, align);
  Blocks::free(block, size, align);
}

}  // namespace

void* operator new(Size size) { return allocate(size); }
void* operator new[](Size size) { return allocate(size); }
void* operator new(Size size, Align align) { return allocate_or_throw(size, align); }
void* operator new[](Size size, Align align) { return allocate_or_throw(size, align); }
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
void operator delete(void* block, Size size) noexcept { release(block, size); }
void operator delete[](void* block, Size size) noexcept { release(block, size); }
void operator delete(void* block, Align) noexcept { release(block); }
void operator delete[](void* block, Align) noexcept { release(block); }
void operator delete(void* block, Size size, Align align) noexcept { release(block, size, align); }
void operator delete[](void* block, Size size, Align align) noexcept {
  release(block, size, align);
}
void operator delete(void* block, Nothrow) noexcept { release(block); }
void operator delete[](void* block, Nothrow) noexcept { release(block); }
void operator delete(void* block, Align, Nothrow) noexcept { release(block); }
void operator delete[](void* block, Align, Nothrow) noexcept { release(block); }

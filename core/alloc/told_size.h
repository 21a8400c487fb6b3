// Ends debug builds when operator delete is told a size that the block cannot have, as when an
// object is deleted through a base without a virtual destructor. A backend that relies on sizes
// would spoil its memory by it, or the balance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "alloc/backend.h"

namespace engine::alloc {

// Whether a block that was asked with this size, and alignment if any, would have what it has.
template <class... Alignment>
bool may_be_size_of(const void* block, std::size_t size, Alignment... alignment) noexcept {
  if (!Backend::relies_on_sizes) return static_cast<int64_t>(size) <= Backend::told_bytes(block);
  return Backend::usable_bytes(block, size, alignment...) == Backend::told_bytes(block);
}

template <class... Alignment>
void check_told_size([[maybe_unused]] const void* block, [[maybe_unused]] std::size_t size,
                     [[maybe_unused]] Alignment... alignment) noexcept {
#ifndef NDEBUG
  if (may_be_size_of(block, size, alignment...)) [[likely]]
    return;
  std::fprintf(stderr, "operator delete was told %zu bytes of a block that has %lld\n", size,
               static_cast<long long>(Backend::told_bytes(block)));
  std::abort();
#endif
}

}  // namespace engine::alloc

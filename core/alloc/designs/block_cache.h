// Blocks kept by threads, so that what is live is known without counting: each thread keeps stacks
// of free blocks, one for each size up to a kilobyte, in front of malloc. Blocks are counted when
// they come from malloc and when they go back there; between, a block is taken off a stack or put
// on one, and how many are on a stack is what the stack's pointer says. So
//
//   live bytes = bytes taken from malloc - bytes given back - bytes on stacks
//
// is exact, and an allocation that a stack can serve costs nothing for being accounted. It costs
// less than malloc itself.
//
// Needs a thread cell (thread_cell.h), whose first word points to the thread's cache, and blocks
// that say their size (backends/glibc.h). A block that is freed goes onto the stack of the size
// that it really has, whatever size is told with it. Stacks are short, and a thread gives all of
// them back when it ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "alloc/backends/glibc.h"
#include "alloc/shared_balance.h"
#include "alloc/thread_cell.h"

namespace engine::alloc {

class BlockCache {
 public:
  // Of blocks with their word of size; all are a multiple of it.
  static constexpr std::size_t bytes_per_class = 16;
  static constexpr std::size_t class_count = 67;
  static constexpr std::size_t largest_size = (class_count - 1) * bytes_per_class - sizeof(void*);

  // `top` points to the block that is next, at the bottom to null.
  struct Stack {
    void** top;
    void** end;  // the last place
  };

  struct Cache {
    std::array<Stack, class_count> stacks;
    int64_t drift;         // bytes taken from malloc less given back, not yet in the balance
    int64_t settled_kept;  // bytes on stacks when this thread was last settled
    int64_t unsized_deletes;
    std::array<void**, class_count> bottoms;
    Cache* next;  // of those that no thread has
  };

  // To be called once, while this library loads, or never. Requires: there is a thread cell, and
  // blocks say their size.
  static void start() noexcept { cell_offset_ = thread_cell_offset; }
  static bool is_in_use() noexcept { return cell_offset_ != 0; }

  // Off a stack. Null: it must come from malloc.
  static void* take(std::size_t size) noexcept {
    Cache* cache = own_cache();
    if (cache == nullptr || size > largest_size) [[unlikely]]
      return nullptr;
    Stack& stack = cache->stacks[class_of_size(size)];
    void** top = stack.top;
    void* block = *top;
    if (block == nullptr) [[unlikely]]
      return nullptr;
    __atomic_store_n(&stack.top, top - 1, __ATOMIC_RELAXED);
    return block;
  }

  // Onto a stack. False: put_slowly() must be called. Requires: not null.
  static bool put(void* block) noexcept {
    Cache* cache = own_cache();
    if (cache == nullptr) [[unlikely]]
      return false;
    // A mapping is larger than the largest class.
    std::size_t number = glibc::word_before(block) / bytes_per_class;
    if (number >= class_count) [[unlikely]]
      return false;
    Stack& stack = cache->stacks[number];
    void** top = stack.top;
    if (top == stack.end) [[unlikely]]
      return false;
    top[1] = block;
    __atomic_store_n(&stack.top, top + 1, __ATOMIC_RELAXED);
    return true;
  }
  // Requires: not null, is_in_use().
  static void put_slowly(void* block) noexcept;

  // Counts a block that comes from malloc, or that goes back there, without a stack.
  static bool allocated(int64_t bytes) noexcept { return count(bytes); }
  static bool freed(int64_t bytes) noexcept { return count(-bytes); }
  static void allocated_slowly(int64_t bytes) noexcept { count_slowly(bytes); }
  static void freed_slowly(int64_t bytes) noexcept { count_slowly(-bytes); }

  // Notes that a block is deleted without its size being told.
  static void note_unsized_delete() noexcept {
    if (Cache* cache = own_cache(); cache != nullptr) [[likely]] {
      __atomic_store_n(&cache->unsized_deletes, cache->unsized_deletes + 1, __ATOMIC_RELAXED);
    }
  }
  // By all threads. A thread's are missing that were noted before it had a cache.
  static int64_t unsized_deletes() noexcept;

  static void settle() noexcept;

 private:
  // Null: this thread has none yet, or no more.
  static Cache* own_cache() noexcept {
    std::intptr_t offset = cell_offset_;
    if (offset == 0) [[unlikely]]
      return nullptr;
    return reinterpret_cast<Cache*>(cell_word(offset, 0));
  }

  // The class that malloc takes a block of this size from. Its smallest block has 24 usable bytes.
  static std::size_t class_of_size(std::size_t size) noexcept {
    constexpr std::size_t word = glibc::word_bytes, least = bytes_per_class - word + 1;
    return (std::max(size, least) + word + bytes_per_class - 1) / bytes_per_class;
  }

  // False: count_slowly() must be called.
  static bool count(int64_t bytes) noexcept {
    Cache* cache = own_cache();
    if (cache == nullptr) [[unlikely]]
      return false;
    int64_t drift = cache->drift + bytes;
    if (drift >= flush_threshold || drift <= -flush_threshold) [[unlikely]]
      return false;
    __atomic_store_n(&cache->drift, drift, __ATOMIC_RELAXED);
    return true;
  }
  static void count_slowly(int64_t bytes) noexcept;

  static Cache* entered_cache() noexcept;
  static void give_back(Cache& cache, std::size_t number, int64_t blocks) noexcept;
  static void leave() noexcept;

  [[gnu::visibility("hidden")]] static constinit std::intptr_t cell_offset_;
};

}  // namespace engine::alloc

// Blocks kept by threads, so that what is live is known without counting: each thread keeps stacks
// of free blocks, one for each class of sizes up to a kilobyte, in front of the backend. Blocks are
// counted when they come from there and when they go back; between, a block is taken off a stack or
// put on one, and how many are on a stack is what the stack's pointer says. So
//
//   live bytes = bytes taken from the backend - bytes given back - bytes on stacks
//
// is exact, and an allocation that a stack can serve costs nothing for being accounted. It costs
// less than the backend itself.
//
// Needs a thread cell (thread_cell.h), whose first word points to the thread's cache, and a backend
// that knows its classes (backend.h). Stacks are short, and a thread gives all of them back when it
// ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "alloc/backend.h"
#include "alloc/shared_balance.h"
#include "alloc/thread_cell.h"

namespace engine::alloc {

class BlockCache {
 public:
  static constexpr std::size_t class_count = Backend::class_count;

  // `top` points to the block that is next, at the bottom to null.
  struct Stack {
    void** top;
    void** end;  // the last place
  };

  struct Cache {
    std::array<Stack, class_count> stacks;
    int64_t drift;         // bytes taken from the backend less given back, not yet in the balance
    int64_t settled_kept;  // bytes on stacks when this thread was last settled
    int64_t unsized_deletes;
    std::array<void**, class_count> bottoms;
    Cache* next;  // of those that no thread has
  };

  // To be called once, while this library loads, or never. Requires: there is a thread cell, and
  // the backend knows its classes.
  static void start() noexcept { cell_offset_ = thread_cell_offset; }
  static bool is_in_use() noexcept { return cell_offset_ != 0; }

  // Off a stack. Null: it must come from the backend.
  static void* take(std::size_t size) noexcept {
    Cache* cache = own_cache();
    std::size_t number = Backend::class_of_size(size);
    if (cache == nullptr || number >= class_count) [[unlikely]]
      return nullptr;
    Stack& stack = cache->stacks[number];
    void** top = stack.top;
    void* block = *top;
    if (block == nullptr) [[unlikely]]
      return nullptr;
    __atomic_store_n(&stack.top, top - 1, __ATOMIC_RELAXED);
    return block;
  }

  // Onto a stack. False: put_slowly() must be called. Requires: not null; the size, if any, is what
  // it was asked with, without an alignment.
  template <class... Size>
  static bool put(void* block, Size... size) noexcept {
    Cache* cache = own_cache();
    if (cache == nullptr) [[unlikely]]
      return false;
    std::size_t number = Backend::class_of_block(block, size...);
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
  // Requires: not null.
  static void put_slowly(void* block) noexcept;
  static void put_slowly(void* block, std::size_t size) noexcept;

  // Counts a block that comes from the backend, or that goes back there, without a stack.
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
  template <class... Size>
  static void put_anyhow(void* block, Size... size) noexcept;
  static void give_back(Cache& cache, std::size_t number, int64_t blocks) noexcept;
  static void leave() noexcept;

  [[gnu::visibility("hidden")]] static constinit std::intptr_t cell_offset_;
};

}  // namespace engine::alloc

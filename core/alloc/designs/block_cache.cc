// Caches themselves, and all that passes between them and the backend.
#include "alloc/designs/block_cache.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <utility>

#include "alloc/shared_balance.h"
#include "alloc/thread_records.h"

namespace engine::alloc {

constinit std::intptr_t BlockCache::cell_offset_ = 0;

namespace {

using Cache = BlockCache::Cache;

// A stack may keep four kilobytes, but at least 7 and at most 31 blocks.
constexpr int64_t places_of_class(std::size_t number) {
  constexpr int64_t fewest = 7, most = 31, most_bytes = 4096;
  return std::clamp(most_bytes / std::max<int64_t>(Backend::bytes_of_class(number), 1), fewest,
                    most);
}

constexpr int64_t place_count() {
  int64_t count = 0;
  for (std::size_t i = 0; i < BlockCache::class_count; ++i) count += places_of_class(i) + 1;
  return count;
}

int64_t kept_bytes(const Cache& cache) noexcept {
  int64_t bytes = 0;
  for (std::size_t i = 0; i < BlockCache::class_count; ++i) {
    void* const* top = __atomic_load_n(&cache.stacks[i].top, __ATOMIC_RELAXED);
    bytes += (top - cache.bottoms[i]) * Backend::bytes_of_class(i);
  }
  return bytes;
}

int64_t gathered_at(const void* place) noexcept {
  const Cache& cache = *static_cast<const Cache*>(place);
  return __atomic_load_n(&cache.drift, __ATOMIC_RELAXED) - kept_bytes(cache) +
         __atomic_load_n(&cache.settled_kept, __ATOMIC_RELAXED);
}

void settle_cache(Cache& cache) noexcept {
  int64_t kept = kept_bytes(cache);
  int64_t bytes = cache.drift - kept + cache.settled_kept;
  __atomic_store_n(&cache.settled_kept, kept, __ATOMIC_RELAXED);
  __atomic_store_n(&cache.drift, 0, __ATOMIC_RELAXED);
  if (bytes != 0) add_to_shared(bytes);
}

// By threads that have left.
constinit std::atomic<int64_t> unsized_deletes_of_left{0};

// Caches without a thread, read and written while threads are held. They are never unmapped: a
// process has as many as it had threads at once.
constinit Cache* first_spare = nullptr;

Cache* new_cache() noexcept {
  constexpr std::size_t bytes = sizeof(Cache) + place_count() * sizeof(void*);
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  Cache* cache = new (memory) Cache{};
  void** place = reinterpret_cast<void**>(cache + 1);
  for (std::size_t i = 0; i < BlockCache::class_count; ++i) {
    cache->bottoms[i] = place;
    cache->stacks[i] = {.top = place, .end = place + places_of_class(i)};
    place += places_of_class(i) + 1;
  }
  return cache;
}

Cache* spare_or_new_cache() noexcept {
  {
    ThreadsHeld held;
    if (Cache* spare = first_spare) {
      first_spare = spare->next;
      return spare;
    }
  }
  return new_cache();
}

}  // namespace

// The calling thread's cache; null: before start(), on a thread that is being entered or has left,
// or without memory for one.
Cache* BlockCache::entered_cache() noexcept {
  Cache* cache = own_cache();
  if (cache != nullptr || !is_in_use() || thread_phase() != ThreadPhase::unregistered) return cache;
  cache = spare_or_new_cache();
  if (cache == nullptr) return nullptr;
  static constexpr ThreadHooks hooks = {.leave = leave, .gathered_at = gathered_at};
  enter_thread(hooks, cache);
  cell_word(cell_offset_, 0) = reinterpret_cast<int64_t>(cache);
  return cache;
}

[[gnu::noinline]] void BlockCache::count_slowly(int64_t bytes) noexcept {
  Cache* cache = entered_cache();
  if (cache == nullptr) return add_to_shared(bytes);
  if (count(bytes)) return;
  int64_t drift = cache->drift + bytes;
  int64_t rest = rest_of_flush(drift);
  add_to_shared(drift - rest);
  __atomic_store_n(&cache->drift, rest, __ATOMIC_RELAXED);
}

// The lowest ones, which have been there longest.
void BlockCache::give_back(Cache& cache, std::size_t number, int64_t blocks) noexcept {
  Stack& stack = cache.stacks[number];
  void** lowest = cache.bottoms[number] + 1;
  int64_t bytes = blocks * Backend::bytes_of_class(number);
  if (!freed(bytes)) freed_slowly(bytes);
  for (int64_t i = 0; i < blocks; ++i) {
    Backend::free_sized(lowest[i], static_cast<std::size_t>(Backend::bytes_of_class(number)));
  }
  std::size_t rest = stack.top + 1 - (lowest + blocks);
  std::memmove(lowest, lowest + blocks, rest * sizeof(void*));
  __atomic_store_n(&stack.top, stack.top - blocks, __ATOMIC_RELAXED);
}

template <class... Size>
void BlockCache::put_anyhow(void* block, Size... size) noexcept {
  std::size_t number = Backend::class_of_block(block, size...);
  Cache* cache = number < class_count ? entered_cache() : nullptr;
  if (cache == nullptr) {
    int64_t bytes = Backend::usable_bytes(block, size...);
    if (!freed(bytes)) [[unlikely]]
      freed_slowly(bytes);
    if constexpr (sizeof...(size) == 0) return Backend::free(block);
    if constexpr (sizeof...(size) == 1) return Backend::free_sized(block, size...);
  }
  if (cache->stacks[number].top == cache->stacks[number].end) {
    give_back(*cache, number, (places_of_class(number) + 1) / 2);
  }
  put(block, size...);
}

void BlockCache::put_slowly(void* block) noexcept { put_anyhow(block); }
void BlockCache::put_slowly(void* block, std::size_t size) noexcept { put_anyhow(block, size); }

int64_t BlockCache::unsized_deletes() noexcept {
  int64_t count = unsized_deletes_of_left.load(std::memory_order_relaxed);
  visit_threads([&](const void* place) {
    const int64_t& own = static_cast<const Cache*>(place)->unsized_deletes;
    count += __atomic_load_n(&own, __ATOMIC_RELAXED);
  });
  return count;
}

void BlockCache::settle() noexcept {
  if (Cache* cache = own_cache()) settle_cache(*cache);
}

void BlockCache::leave() noexcept {
  Cache* cache = own_cache();
  for (std::size_t i = 0; i < class_count; ++i) {
    int64_t blocks = cache->stacks[i].top - cache->bottoms[i];
    if (blocks > 0) give_back(*cache, i, blocks);
  }
  settle_cache(*cache);
  unsized_deletes_of_left.fetch_add(std::exchange(cache->unsized_deletes, 0),
                                    std::memory_order_relaxed);
  cell_word(cell_offset_, 0) = 0;
  cache->next = std::exchange(first_spare, cache);
}

}  // namespace engine::alloc

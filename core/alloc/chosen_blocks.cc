// Choosing, and the way of blocks that the chosen design's inline part does not finish.
#include "alloc/chosen_blocks.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "alloc/backend.h"
#include "alloc/designs/offset_cell.h"
#include "alloc/designs/per_cpu.h"
#include "alloc/designs/thread_drift.h"
#include "alloc/shared_balance.h"
#include "alloc/thread_cell.h"
#include "alloc/thread_records.h"

namespace engine::alloc {
namespace {

constinit Design chosen = Design::none;
// Not a string: what asks for it may come when objects with destructors are gone.
constinit std::array<char, 512> reason{};

constexpr std::array in_order = {Design::block_cache, Design::offset_cell, Design::per_cpu,
                                 Design::thread_drift};

// Passes a count on to the chosen design.
struct ChosenCounter {
  static bool allocated(int64_t) noexcept { return false; }
  static bool freed(int64_t) noexcept { return false; }
  static void allocated_slowly(int64_t bytes) noexcept { count<true>(bytes); }
  static void freed_slowly(int64_t bytes) noexcept { count<false>(bytes); }

 private:
  template <class Counter, bool is_allocated>
  static void count_by(int64_t bytes) noexcept {
    if constexpr (is_allocated) {
      if (!Counter::allocated(bytes)) Counter::allocated_slowly(bytes);
    } else {
      if (!Counter::freed(bytes)) Counter::freed_slowly(bytes);
    }
  }

  template <bool is_allocated>
  static void count(int64_t bytes) noexcept {
    switch (chosen) {
      case Design::none:
        return add_to_shared(is_allocated ? bytes : -bytes);
      case Design::block_cache:
        return count_by<BlockCache, is_allocated>(bytes);
      case Design::offset_cell:
        return count_by<OffsetCell, is_allocated>(bytes);
      case Design::per_cpu:
        return count_by<PerCpu, is_allocated>(bytes);
      case Design::thread_drift:
        return count_by<ThreadDrift, is_allocated>(bytes);
    }
  }
};

using Counted = CountedBlocks<ChosenCounter>;

// Gives an empty text when the design can be used now, else why not.
std::string start(Design design) {
  switch (design) {
    case Design::none:
      return "";
    case Design::block_cache:
      if (!Backend::knows_classes()) return std::string(Backend::why_no_classes);
      if (thread_cell_offset == 0) return make_thread_cell();
      return "";
    case Design::offset_cell:
      return thread_cell_offset == 0 ? make_thread_cell() : "";
    case Design::per_cpu:
      return PerCpu::start();
    case Design::thread_drift:
      return "";
  }
  return "";
}

void choose(Design design) noexcept {
  if (design == Design::block_cache) BlockCache::start();
  chosen = design;
}

// Earlier than constructors without a number: these may start threads.
[[gnu::constructor(101)]] void choose_design() {
  Backend::start();
  const char* asked = ::secure_getenv("ENGINE_ALLOC_DESIGN");
  std::string because;
  for (Design design : in_order) {
    if (asked != nullptr && name_of(design) != asked) continue;
    std::string obstacle = start(design);
    if (obstacle.empty()) {
      choose(design);
      break;
    }
    because +=
        std::string(because.empty() ? "" : "; ") + std::string(name_of(design)) + ": " + obstacle;
  }
  if (chosen == Design::none) {
    if (asked != nullptr) because += std::string("; ENGINE_ALLOC_DESIGN names ") + asked;
    choose(Design::thread_drift);
  } else if (asked != nullptr) {
    because = "asked for by ENGINE_ALLOC_DESIGN";
  }
  because.copy(reason.data(), reason.size() - 1);
}

}  // namespace

std::string_view name_of(Design design) noexcept {
  constexpr std::array<std::string_view, 5> names = {"none", "block_cache", "offset_cell",
                                                     "per_cpu", "thread_drift"};
  return names[static_cast<std::size_t>(design)];
}

Design chosen_design() noexcept { return chosen; }

std::string_view reason_of_choice() noexcept { return reason.data(); }

void settle_chosen() noexcept {
  switch (chosen) {
    case Design::none:
    case Design::per_cpu:
      return;
    case Design::block_cache:
      return BlockCache::settle();
    case Design::offset_cell:
      return OffsetCell::settle();
    case Design::thread_drift:
      return ThreadDrift::settle();
  }
}

int64_t unsettled_bytes() noexcept {
  return chosen == Design::per_cpu ? PerCpu::sum() : gathered_by_threads();
}

[[gnu::noinline]] void* ChosenBlocks::allocate_otherwise(std::size_t size) noexcept {
  return Counted::allocate(size);
}

[[gnu::noinline]] void ChosenBlocks::free_slowly(void* block) noexcept {
  if (BlockCache::is_in_use()) return BlockCache::put_slowly(block);
  Counted::free(block);
}

[[gnu::noinline]] void ChosenBlocks::free_slowly(void* block, std::size_t size) noexcept {
  if (BlockCache::is_in_use()) return BlockCache::put_slowly(block, size);
  Counted::free(block, size);
}

void ChosenBlocks::free(void* block, std::size_t size, std::size_t alignment) noexcept {
  if (BlockCache::is_in_use()) return CachedBlocks::free(block, size, alignment);
  Counted::free(block, size, alignment);
}

void* ChosenBlocks::allocate_zeroed(std::size_t count, std::size_t size) noexcept {
  return Counted::allocate_zeroed(count, size);
}

void* ChosenBlocks::allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
  return Counted::allocate_aligned(size, alignment);
}

void* ChosenBlocks::resize(void* block, std::size_t size) noexcept {
  return Counted::resize(block, size);
}

}  // namespace engine::alloc

// Random work against a ledger kept beside it, sizes, and interruptions.
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "alloc/accounting.h"
#include "alloc/backend.h"
#include "alloc/balance_for_test.h"
#include "alloc/chosen_blocks.h"
#include "alloc/designs/per_cpu.h"
#include "alloc/shared_balance.h"

namespace engine::alloc {
namespace {

// What has been allocated and freed, by the documented call.
class Ledger {
 public:
  void add(void* block) { bytes_ += usable_bytes_of(block); }
  void remove(void* block) { bytes_ -= usable_bytes_of(block); }
  int64_t bytes() const { return bytes_; }

 private:
  std::atomic<int64_t> bytes_{0};
};

// A block, with what must be told of it when its size is.
struct Allocated {
  void* block;
  std::size_t size;
  std::size_t alignment;  // 0: the default
  bool is_resized;        // no size may be told of it then
};

// Blocks that threads put and take, so that many are freed by another thread than the one that
// allocated them. Its own memory is not the library's.
class Exchange {
 public:
  Allocated swap(std::size_t number, const Allocated& allocated) {
    Place& place = places_[number % count];
    std::lock_guard lock(place.mutex);
    return std::exchange(place.allocated, allocated);
  }
  static constexpr std::size_t count = 512;

 private:
  struct Place {
    std::mutex mutex;
    Allocated allocated{};
  };
  std::array<Place, count> places_{};
};

Allocated allocate_somehow(uint64_t random) {
  std::size_t size = (random >> 33) % 1'200;
  if (random % 64 == 0) size *= 100;
  std::size_t alignment = 0;
  switch (random >> 60) {
    case 0:
      return {::operator new(size, std::nothrow), size, alignment, false};
    case 1:
      alignment = std::size_t{16} << (random >> 50) % 6;
      return {::operator new(size, std::align_val_t{alignment}), size, alignment, false};
    case 2:
      return {::operator new[](size), size, alignment, false};
    case 3:
      return {ChosenBlocks::allocate_zeroed(1, size), size, alignment, false};
    default:
      return {::operator new(size), size, alignment, false};
  }
}

void free_somehow(const Allocated& allocated, uint64_t random) {
  void* block = allocated.block;
  switch (random >> 61) {
    case 0:
      return ::operator delete[](block);
    case 1:
      return ::operator delete(block, std::nothrow);
    case 2:
    case 3:
      if (allocated.is_resized) return ::operator delete(block);
      if (allocated.alignment == 0) return ::operator delete(block, allocated.size);
      return ::operator delete(block, allocated.size, std::align_val_t{allocated.alignment});
    default:
      return ::operator delete(block);
  }
}

TEST(Blocks, RandomWorkOfManyThreadsAgreesWithALedgerToTheByte) {
  constexpr int threads = 8;
  const int steps = is_sanitized ? 20'000 : 400'000;
  static Ledger ledger;
  static Exchange exchange;
  std::thread([] {}).join();
  int64_t before = exact_balance() - ledger.bytes();
  run_on_threads(threads, [&](int thread) {
    uint64_t random = static_cast<uint64_t>(thread) + 1;
    for (int i = 0; i < steps; ++i) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      Allocated allocated = allocate_somehow(random);
      ledger.add(allocated.block);
      if (random % 16 == 1) {
        ledger.remove(allocated.block);
        std::size_t size = (random >> 20) % 5'000 + 1;
        allocated = {ChosenBlocks::resize(allocated.block, size), size, 0, true};
        ledger.add(allocated.block);
      }
      Allocated other = exchange.swap(random >> 24, allocated);
      if (other.block == nullptr) continue;
      ledger.remove(other.block);
      free_somehow(other, random);
    }
  });
  EXPECT_EQ(exact_balance() - ledger.bytes(), before);
  for (std::size_t i = 0; i < Exchange::count; ++i) {
    void* block = exchange.swap(i, {}).block;
    if (block == nullptr) continue;
    ledger.remove(block);
    ::operator delete(block);
  }
  EXPECT_EQ(ledger.bytes(), 0);
  EXPECT_EQ(exact_balance(), before);
}

TEST(Blocks, ABlockIsAsLargeAsWasAskedFor) {
  int64_t before = exact_balance();
  for (int round = 0; round < 3; ++round) {
    std::vector<void*> blocks;
    for (std::size_t size = 0; size < 1'200; ++size) {
      blocks.push_back(::operator new(size));
      ASSERT_GE(usable_bytes_of(blocks.back()), static_cast<int64_t>(size));
      // An object has no larger alignment than size.
      std::size_t alignment =
          std::min<std::size_t>(16, std::bit_floor(std::max<std::size_t>(size, 8)));
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(blocks.back()) % alignment, 0u);
    }
    for (void* block : blocks) ::operator delete(block);
  }
  EXPECT_EQ(exact_balance(), before);
}

// Where a thread runs changes all the time, and signals come at any instruction.
TEST(Blocks, SignalsAndMigrationsLoseNothing) {
  struct sigaction quiet = {};
  quiet.sa_handler = [](int) {};
  quiet.sa_flags = SA_RESTART;
  struct sigaction previous;
  ASSERT_EQ(::sigaction(SIGPROF, &quiet, &previous), 0);
  itimerval often = {.it_interval = {.tv_sec = 0, .tv_usec = 200}, .it_value = {0, 200}};
  ::setitimer(ITIMER_PROF, &often, nullptr);
  int64_t before = exact_balance();
  run_on_threads(4, [&](int thread) {
    for (int i = 0; i < (is_sanitized ? 20'000 : 400'000); ++i) {
      delete[] kept(new char[100]);
      delete[] kept(new char[2'000]);
      if (i % 512 != 0) continue;
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET((i / 512 + thread) % static_cast<int>(std::thread::hardware_concurrency()), &one);
      ::sched_setaffinity(0, sizeof(one), &one);
    }
  });
  itimerval never = {};
  ::setitimer(ITIMER_PROF, &never, nullptr);
  ::sigaction(SIGPROF, &previous, nullptr);
  EXPECT_EQ(exact_balance(), before);
}

// From outside, so that it happens in the midst of a sequence too, while the processor that it was
// begun on goes on with another thread.
TEST(Blocks, CountsByProcessorBearThatThreadsAreMovedAtAnyInstruction) {
  if (!PerCpu::is_ready()) GTEST_SKIP() << "no counts by processor are kept";
  constexpr int threads = 4;
  constexpr int64_t times = is_sanitized ? 200'000 : 200'000'000;
  std::array<std::atomic<pid_t>, threads> ids{};
  std::atomic<int> running{threads};
  int64_t before = exact_balance();
  std::thread mover([&] {
    for (unsigned round = 0; running > 0; ++round) {
      for (unsigned i = 0; i < threads; ++i) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET((round + i) % std::thread::hardware_concurrency(), &one);
        if (ids[i] != 0) ::sched_setaffinity(ids[i], sizeof(one), &one);
      }
    }
  });
  run_on_threads(threads, [&](int thread) {
    ids[thread] = ::gettid();
    for (int64_t i = 0; i < times; ++i) {
      if (!PerCpu::allocated(1)) PerCpu::allocated_slowly(1);
    }
    --running;
  });
  mover.join();
  EXPECT_EQ(exact_balance() - before, threads * times);
  PerCpu::freed(threads * times);
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
std::size_t volatile impossible = SIZE_MAX / 2 - 4'096;

TEST(Blocks, WhatFailsChangesNothing) {
  int64_t before = exact_balance();
  EXPECT_EQ(ChosenBlocks::allocate(impossible), nullptr);
  EXPECT_EQ(ChosenBlocks::allocate(SIZE_MAX), nullptr);
  EXPECT_EQ(ChosenBlocks::allocate(SIZE_MAX - 7), nullptr);
  EXPECT_EQ(ChosenBlocks::allocate_zeroed(impossible, 16), nullptr);
  EXPECT_EQ(ChosenBlocks::allocate_aligned(impossible, 64), nullptr);
  void* block = ChosenBlocks::allocate(100);
  int64_t with_block = exact_balance();
  EXPECT_EQ(ChosenBlocks::resize(block, impossible), nullptr);
  EXPECT_EQ(exact_balance(), with_block);
  ChosenBlocks::free(block);
  EXPECT_EQ(exact_balance(), before);
}
#endif

TEST(Blocks, TheDesignIsTheOneAskedForOrSaysWhyNot) {
  Usage used = usage();
  const char* asked = std::getenv("ENGINE_ALLOC_DESIGN");
  if (asked != nullptr && used.design != asked) {
    EXPECT_EQ(used.design, "thread_drift");
    std::string why = std::string(asked) == "per_cpu" ? "threads are not registered with the kernel"
                                                      : std::string(Backend::why_no_classes);
    EXPECT_EQ(used.reason,
              std::string(asked) + ": " + why + "; ENGINE_ALLOC_DESIGN names " + asked);
  } else if (asked != nullptr) {
    EXPECT_EQ(used.reason, "asked for by ENGINE_ALLOC_DESIGN");
  } else if (asked == nullptr && !is_sanitized) {
    EXPECT_EQ(used.design, "block_cache");
    EXPECT_EQ(used.reason, "");
  } else if (asked == nullptr) {
    EXPECT_EQ(used.design, "offset_cell");
    EXPECT_EQ(used.reason, "block_cache: " + std::string(Backend::why_no_classes));
  }
}

// A flush takes a locked instruction; a page of columns is often as large as a threshold.
TEST(Blocks, ABlockOfAThresholdThatComesAndGoesIsAddedOnce) {
  if (usage().design != "block_cache" && usage().design != "offset_cell") GTEST_SKIP();
  auto comes_and_goes = [] { delete[] kept(new char[flush_threshold]); };
  comes_and_goes();
  int64_t before = usage().flushes;
  for (int i = 0; i < 1'000; ++i) comes_and_goes();
  EXPECT_LE(usage().flushes - before, 2);
}

TEST(Blocks, DeletesWithoutASizeAreNumberedWhereTheDesignCanTell) {
  std::optional<int64_t> before = usage().unsized_deletes;
  for (int i = 0; i < 10; ++i) ::operator delete(kept(static_cast<char*>(::operator new(10))));
  ::operator delete(kept(static_cast<char*>(::operator new(10))), std::size_t{10});
  std::optional<int64_t> after = usage().unsized_deletes;
  EXPECT_EQ(after.has_value(), usage().design == "block_cache");
  if (after) EXPECT_EQ(*after - *before, 10);
}

}  // namespace
}  // namespace engine::alloc

// Each of malloc's functions against the balance.
#include "alloc/entry_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>

#include "alloc/accounting.h"
#include "alloc/balance_for_test.h"

namespace engine::alloc {
namespace {

// Counted, and gone again.
void expect_counted(void* block, int64_t before) {
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(exact_balance() - before, usable_bytes_of(block));
  engine_free(block);
  EXPECT_EQ(exact_balance(), before);
}

TEST(EntryPoints, CountWhatTheyGive) {
  int64_t before = exact_balance();
  for (std::size_t size : {0, 1, 100, 5'000, 500'000}) {
    expect_counted(engine_malloc(size), before);
    expect_counted(engine_calloc(size, 3), before);
    expect_counted(engine_aligned_alloc(1, size), before);
    expect_counted(engine_aligned_alloc(256, size), before);
    expect_counted(engine_realloc(nullptr, size), before);
    void* block = nullptr;
    ASSERT_EQ(engine_posix_memalign(&block, 4'096, size), 0);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 4'096, 0u);
    expect_counted(block, before);
  }
  engine_free(nullptr);
  EXPECT_EQ(exact_balance(), before);
}

TEST(EntryPoints, ReallocKeepsBytesAndCountsTheDifference) {
  int64_t before = exact_balance();
  char* block = static_cast<char*>(engine_malloc(10));
  std::memcpy(block, "123456789", 10);
  for (std::size_t size : {100, 1'000, 100'000, 1'000'000, 500, 10}) {
    block = static_cast<char*>(engine_realloc(block, size));
    ASSERT_STREQ(block, "123456789") << size;
    EXPECT_EQ(exact_balance() - before, usable_bytes_of(block)) << size;
  }
  EXPECT_EQ(engine_realloc(block, 0), nullptr);
  EXPECT_EQ(exact_balance(), before);
}

TEST(EntryPoints, CallocGivesZerosAlsoWhereBlocksWereUsed) {
  for (int round = 0; round < 3; ++round) {
    char* block = static_cast<char*>(engine_calloc(20, 5));
    EXPECT_TRUE(std::ranges::all_of(std::span(block, 100), [](char byte) { return byte == 0; }));
    std::memset(block, 1, 100);
    engine_free(block);
  }
}

TEST(EntryPoints, TakeBackWhatOperatorsGiveAndTheReverse) {
  int64_t before = exact_balance();
  engine_free(::operator new(100));
  ::operator delete(engine_malloc(100));
  EXPECT_EQ(exact_balance(), before);
}

TEST(EntryPoints, RefuseWhatTheirNamesakesRefuse) {
  int64_t before = exact_balance();
  void* block = &before;
  EXPECT_EQ(engine_posix_memalign(&block, 3, 10), EINVAL);
  EXPECT_EQ(engine_posix_memalign(&block, 4, 10), EINVAL);
  EXPECT_EQ(block, &before);
  errno = 0;
  EXPECT_EQ(engine_aligned_alloc(0, 10), nullptr);
  EXPECT_EQ(errno, EINVAL);
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  std::size_t volatile impossible = SIZE_MAX / 2 - 4'096;
  EXPECT_EQ(engine_malloc(impossible), nullptr);
  EXPECT_EQ(errno, ENOMEM);
  EXPECT_EQ(engine_calloc(impossible, 16), nullptr);
  EXPECT_EQ(engine_posix_memalign(&block, 64, impossible), ENOMEM);
#endif
  EXPECT_EQ(exact_balance(), before);
}

}  // namespace
}  // namespace engine::alloc

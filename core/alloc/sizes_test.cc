// That what is counted of a block is what it really has, for every size and alignment.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

#include "alloc/accounting.h"
#include "alloc/backend.h"
#include "alloc/balance_for_test.h"
#include "alloc/chosen_blocks.h"

namespace engine::alloc {
namespace {

constexpr std::size_t most = std::size_t{64} * 1024;

TEST(Sizes, BlocksOfEverySizeHaveWhatTheCheapestWaySays) {
  if (is_sanitized) {
    EXPECT_FALSE(Backend::knows_classes()) << "a sanitizer's malloc was taken for the backend";
    return;
  }
  ASSERT_TRUE(Backend::knows_classes());
  auto check = [](std::size_t size) {
    void* block = Backend::allocate(size);
    ASSERT_EQ(Backend::usable_bytes(block), Backend::told_bytes(block)) << size;
    ASSERT_EQ(Backend::usable_bytes(block, size), Backend::told_bytes(block)) << size;
    Backend::free_sized(block, size);
  };
  for (std::size_t size = 0; size <= most; ++size) check(size);
  for (std::size_t size : {200'000, 4'000'000, 40'000'000}) check(size);
}

TEST(Sizes, BlocksOfEverySizeAndAlignmentHaveWhatTheCheapestWaySays) {
  for (std::size_t alignment = 16; alignment <= most; alignment *= 2) {
    for (std::size_t size = 0; size <= most; size += is_sanitized ? 1'021 : 1) {
      void* block = Backend::allocate_aligned(size, alignment);
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignment, 0u);
      ASSERT_EQ(Backend::usable_bytes(block, size, alignment), Backend::told_bytes(block))
          << size << ", " << alignment;
      Backend::free_sized(block, size, alignment);
    }
  }
}

TEST(Sizes, BlocksThatWereZeroedOrResizedHaveWhatTheCheapestWaySays) {
  for (std::size_t size = 1; size <= most; size += 13) {
    void* block = Backend::allocate_zeroed(size, 1);
    ASSERT_EQ(Backend::usable_bytes(block, size), Backend::told_bytes(block)) << size;
    std::size_t smaller = size / 3 + 1;
    block = Backend::resize(block, smaller);
    ASSERT_EQ(Backend::usable_bytes(block), Backend::told_bytes(block)) << smaller;
    Backend::free(block);
  }
}

TEST(Sizes, BlocksOfAClassHaveItsBytes) {
  if (!Backend::knows_classes()) GTEST_SKIP();
  for (std::size_t size = 0; size <= 2'000; ++size) {
    void* block = Backend::allocate(size);
    std::size_t number = Backend::class_of_block(block);
    if (number < Backend::class_count) {
      ASSERT_EQ(Backend::bytes_of_class(number), Backend::told_bytes(block)) << size;
      ASSERT_EQ(Backend::class_of_block(block, size), number) << size;
    }
    // glibc may give a block of a larger class.
    if (Backend::relies_on_sizes) ASSERT_EQ(Backend::class_of_size(size), number) << size;
    Backend::free(block);
  }
}

// Both ends of a block through the operators, with what is told of it.
TEST(Sizes, EverySizeAndAlignmentLeavesNothingInTheBalance) {
  int64_t before = exact_balance();
  for (std::size_t size = 0; size <= most; size += is_sanitized ? 67 : 1) {
    void* block = ::operator new(size);
    ASSERT_EQ(exact_balance() - before, usable_bytes_of(block)) << size;
    ::operator delete(block, size);
  }
  for (std::size_t alignment = 1; alignment <= 8'192; alignment *= 2) {
    for (std::size_t size = 0; size <= most; size += 61) {
      std::align_val_t align{alignment};
      void* block = ::operator new(size, align);
      ASSERT_EQ(exact_balance() - before, usable_bytes_of(block)) << size << ", " << alignment;
      if (size % 2 == 0) ::operator delete(block, size, align);
      if (size % 2 == 1) ::operator delete(block, align);
    }
  }
  EXPECT_EQ(exact_balance(), before);
}

// By its own books, and the C library's when it is not that.
TEST(Sizes, TheBackendIsTheOneThatWasChosen) {
  if (is_sanitized) GTEST_SKIP();
  std::string expected = ALLOC_BACKEND;
  EXPECT_TRUE(Backend::name().starts_with(expected)) << Backend::name();
  EXPECT_EQ(usage().backend, Backend::name());
  constexpr int count = 1'000, bytes = 2'000;
  static void* blocks[count];
  int64_t booked = Backend::booked_bytes();
  std::size_t of_glibc = ::mallinfo2().uordblks;
  for (void*& block : blocks) block = ::operator new(bytes);
  EXPECT_GE(Backend::booked_bytes() - booked, count * bytes * 9 / 10);
  if (expected != "glibc") EXPECT_LT(::mallinfo2().uordblks, of_glibc + bytes);
  for (void* block : blocks) ::operator delete(block);
}

}  // namespace
}  // namespace engine::alloc

// Every form of operator new and delete, used as compilers use them, against the balance.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>
#include <string>

#include "alloc/accounting.h"
#include "alloc/balance_for_test.h"

namespace {

using engine::alloc::exact_balance;
using engine::alloc::kept;
using engine::alloc::usable_bytes_of;

struct alignas(64) Aligned {
  char bytes[192];
};

template <class Allocate, class Free>
void expect_counted(Allocate allocate, Free free) {
  int64_t before = exact_balance();
  auto* block = kept(allocate());
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(exact_balance() - before, usable_bytes_of(block));
  free(block);
  EXPECT_EQ(exact_balance(), before);
}

TEST(Operators, EveryFormOfNewAndDeleteCountsTheUsableSize) {
  std::align_val_t align{64};
  expect_counted([] { return new int64_t(1); }, [](int64_t* p) { delete p; });
  expect_counted([] { return new char[1000]; }, [](char* p) { delete[] p; });
  expect_counted([] { return new (std::nothrow) int64_t(1); }, [](int64_t* p) { delete p; });
  expect_counted([] { return new (std::nothrow) char[1000]; }, [](char* p) { delete[] p; });
  expect_counted([] { return new Aligned; }, [](Aligned* p) { delete p; });
  expect_counted([] { return new Aligned[5]; }, [](Aligned* p) { delete[] p; });
  expect_counted([] { return new (std::nothrow) Aligned; }, [](Aligned* p) { delete p; });
  expect_counted([] { return new (std::nothrow) Aligned[5]; }, [](Aligned* p) { delete[] p; });
  expect_counted([] { return operator new(0); },
                 [](void* p) { operator delete(p, std::size_t{0}); });
  expect_counted([] { return operator new(70); },
                 [](void* p) { operator delete(p, std::nothrow); });
  expect_counted([] { return operator new[](70); },
                 [](void* p) { operator delete[](p, std::size_t{70}); });
  expect_counted([] { return operator new[](70); },
                 [](void* p) { operator delete[](p, std::nothrow); });
  expect_counted([=] { return operator new(70, align); },
                 [=](void* p) { operator delete(p, align); });
  expect_counted([=] { return operator new(70, align); },
                 [=](void* p) { operator delete(p, 70, align); });
  expect_counted([=] { return operator new(70, align); },
                 [=](void* p) { operator delete(p, align, std::nothrow); });
  expect_counted([=] { return operator new[](70, align); },
                 [=](void* p) { operator delete[](p, 70, align); });
  expect_counted([=] { return operator new[](70, align); },
                 [=](void* p) { operator delete[](p, align, std::nothrow); });
}

TEST(Operators, AnArrayIsCountedTogetherWithItsElementCount) {
  // The count stands before the elements, so that the pointer is not the block's: its usable size
  // cannot be asked.
  int64_t before = exact_balance();
  std::string* strings = kept(new std::string[3]);
  EXPECT_GE(exact_balance() - before,
            static_cast<int64_t>(3 * sizeof(std::string) + sizeof(std::size_t)));
  delete[] strings;
  EXPECT_EQ(exact_balance(), before);
}

TEST(Operators, AlignedBlocksAreAligned) {
  for (std::size_t align = 1; align <= 4096; align *= 2) {
    void* block = operator new(100, std::align_val_t{align});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % align, 0u) << align;
    operator delete(block, std::align_val_t{align});
  }
}

TEST(Operators, DeletingNullChangesNothing) {
  int64_t before = exact_balance();
  operator delete(nullptr);
  operator delete[](nullptr, std::size_t{8});
  operator delete(nullptr, std::align_val_t{64});
  EXPECT_EQ(exact_balance(), before);
}

struct Base {
  char bytes[8];
};
struct Derived : Base {
  char more[40];
};

// What deleting a Derived through a Base without virtual destructor does.
TEST(Operators, AWrongSizeGivenToDeleteDoesNotUnbalanceWhereSizesAreNotReliedOn) {
  if (engine::alloc::Backend::relies_on_sizes) GTEST_SKIP() << "the backend relies on it";
  int64_t before = exact_balance();
  operator delete(kept(operator new(sizeof(Derived))), sizeof(Base));
  EXPECT_EQ(exact_balance(), before);
}

#ifndef NDEBUG
TEST(OperatorsDeathTest, AWrongSizeGivenToDeleteEndsADebugBuildWithBothSizes) {
  std::size_t wrong = engine::alloc::Backend::relies_on_sizes ? sizeof(Base) : 10'000;
  void* block = kept(operator new(sizeof(Derived)));
  std::string told = "operator delete was told " + std::to_string(wrong) +
                     " bytes of a block that has " + std::to_string(usable_bytes_of(block));
  EXPECT_DEATH(operator delete(block, wrong), told);
  operator delete(block, sizeof(Derived));
}
#endif

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
// The sanitizers end the process on an allocation of this size.
constexpr std::size_t impossible_size = std::numeric_limits<std::size_t>::max() / 2 - 4096;
std::size_t volatile impossible = impossible_size;

TEST(Operators, AFailedAllocationThrowsOrGivesNullAndCountsNothing) {
  int64_t before = exact_balance();
  EXPECT_THROW(kept(static_cast<char*>(operator new(impossible))), std::bad_alloc);
  EXPECT_THROW(kept(static_cast<char*>(operator new(impossible, std::align_val_t{64}))),
               std::bad_alloc);
  EXPECT_EQ(kept(static_cast<char*>(operator new(impossible, std::nothrow))), nullptr);
  EXPECT_EQ(exact_balance(), before);
}

int handler_calls = 0;

TEST(Operators, TheNewHandlerIsCalledUntilItGivesUp) {
  handler_calls = 0;
  std::set_new_handler([] {
    if (++handler_calls == 3) std::set_new_handler(nullptr);
  });
  EXPECT_THROW(kept(static_cast<char*>(operator new(impossible))), std::bad_alloc);
  EXPECT_EQ(handler_calls, 3);
}
#endif

}  // namespace

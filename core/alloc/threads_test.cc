// Balances over the lives of threads and processes.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <thread>
#include <vector>

#include "alloc/accounting.h"
#include "alloc/balance_for_test.h"

namespace engine::alloc {
namespace {

constexpr std::size_t some_bytes = 777;

TEST(Threads, WhatAThreadHasGatheredIsSettledWhenItEnds) {
  char* block = nullptr;
  int64_t change = change_of_balance_by_a_thread([&] { block = kept(new char[some_bytes]); });
  EXPECT_EQ(change, usable_bytes_of(block));
  change = change_of_balance_by_a_thread([&] { delete[] block; });
  EXPECT_LT(change, -static_cast<int64_t>(some_bytes) + 1);
}

TEST(Threads, WhatAThreadOnlyFreesIsSettledToo) {
  std::vector<char*> blocks;
  for (int i = 0; i < 1000; ++i) blocks.push_back(kept(new char[some_bytes]));
  int64_t bytes = 0;
  for (char* block : blocks) bytes += usable_bytes_of(block);
  int64_t change = change_of_balance_by_a_thread([&] {
    for (char* block : blocks) delete[] block;
  });
  EXPECT_EQ(change, -bytes);
}

// Allocates in its destructor: made before the thread's first block, so destroyed after whatever
// the thread's first block made.
struct LateAllocation {
  ~LateAllocation() {
    delete kept(new int64_t(1));
    *block = kept(new char[some_bytes]);
  }
  char** block = nullptr;
};

TEST(Threads, DestructorsThatRunLaterThanAllOthersAreStillCounted) {
  char* block = nullptr;
  int64_t change = change_of_balance_by_a_thread([&] {
    thread_local LateAllocation late;
    late.block = &block;
    delete kept(new int64_t(1));
  });
  EXPECT_EQ(change, usable_bytes_of(block));
  delete[] block;
}

// POSIX calls destructors of keys up to four times, after those of thread_locals. In the last of
// them ThreadSanitizer is gone already.
#if __has_feature(thread_sanitizer)
constexpr int key_rounds = 3;
#else
constexpr int key_rounds = 4;
#endif

struct KeyRound {
  pthread_key_t key;
  int rounds = 0;
  std::array<char*, 8> blocks{};
};

void allocate_and_come_again(void* value) {
  KeyRound& round = *static_cast<KeyRound*>(value);
  delete kept(new int64_t(1));
  round.blocks[static_cast<std::size_t>(round.rounds++)] = kept(new char[some_bytes]);
  if (round.rounds < key_rounds) ::pthread_setspecific(round.key, value);
}

TEST(Threads, DestructorsOfKeysAreCountedInEachOfTheirRounds) {
  KeyRound round;
  ASSERT_EQ(::pthread_key_create(&round.key, allocate_and_come_again), 0);
  int64_t change = change_of_balance_by_a_thread([&] {
    delete kept(new int64_t(1));
    ::pthread_setspecific(round.key, &round);
  });
  EXPECT_EQ(round.rounds, key_rounds);
  int64_t expected = 0;
  for (char* block : round.blocks) {
    if (block != nullptr) expected += usable_bytes_of(block);
    delete[] block;
  }
  EXPECT_EQ(change, expected);
  ::pthread_key_delete(round.key);
}

TEST(Threads, TheExactBalanceHasWhatLiveThreadsHaveGathered) {
  constexpr int threads = 3;
  std::barrier together(threads);
  int64_t before = exact_balance();
  std::array<std::vector<char*>, threads> blocks;
  std::array<int64_t, threads> bytes{};
  int64_t during = 0;
  run_on_threads(threads, [&](int thread) {
    for (int i = 0; i < 50; ++i) blocks[thread].push_back(kept(new char[some_bytes]));
    for (int i = 0; i < 20; ++i) {
      delete[] blocks[thread].back();
      blocks[thread].pop_back();
    }
    for (char* block : blocks[thread]) bytes[thread] += usable_bytes_of(block);
    bytes[thread] += usable_bytes_of(blocks[thread].data());
    together.arrive_and_wait();
    if (thread == 0) during = exact_balance();
    together.arrive_and_wait();
  });
  int64_t expected = bytes[0] + bytes[1] + bytes[2];
  // The threads' own bookkeeping, made by this one, is in it too.
  EXPECT_GE(during - before, expected);
  EXPECT_LT(during - before, expected + 10'000);
  EXPECT_EQ(exact_balance() - before, expected);
  for (std::vector<char*>& each : blocks) {
    for (char* block : each) delete[] block;
    each = std::vector<char*>();
  }
  EXPECT_EQ(exact_balance(), before);
}

// The books must not be off by more than what is documented, at any time.
TEST(Threads, TheCheapBalanceStaysWithinItsBound) {
  constexpr int threads = 4;
  constexpr int64_t bound = (threads + 1) * (64 + 300) * 1024;
  std::atomic<int64_t> truth{0};
  std::atomic<int> running{threads};
  settle();
  int64_t start = balance();
  int64_t worst = 0;
  std::thread sampler([&] {
    while (running > 0) {
      int64_t before = truth;
      int64_t seen = balance() - start;
      int64_t after = truth;
      int64_t off = std::max(seen - std::max(before, after), std::min(before, after) - seen);
      worst = std::max(worst, off);
    }
  });
  run_on_threads(threads, [&](int thread) {
    std::vector<char*> blocks;
    uint64_t random = static_cast<uint64_t>(thread) + 1;
    for (int i = 0; i < 20'000; ++i) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      if ((random >> 40) % 2 == 0 || blocks.empty()) {
        blocks.push_back(kept(new char[(random >> 33) % 3000]));
        truth += usable_bytes_of(blocks.back());
      } else {
        truth -= usable_bytes_of(blocks.back());
        delete[] blocks.back();
        blocks.pop_back();
      }
    }
    for (char* block : blocks) {
      truth -= usable_bytes_of(block);
      delete[] block;
    }
    --running;
  });
  sampler.join();
  EXPECT_LE(worst, bound + 1024 * 1024) << "with the threads' own vectors";
}

// Threads that are gone must be gone from the books, and their place must be used again.
TEST(Threads, AHundredThousandShortThreadsLeaveNothing) {
  const int threads = is_sanitized ? 2'000 : 100'000;
  auto run = [&](int count) {
    for (int i = 0; i < count; ++i) {
      pthread_t thread;
      auto work = [](void*) -> void* {
        delete[] kept(new char[some_bytes]);
        return nullptr;
      };
      ASSERT_EQ(::pthread_create(&thread, nullptr, work, nullptr), 0);
      ::pthread_join(thread, nullptr);
    }
  };
  run(10);
  int64_t before = exact_balance();
  run(threads);
  EXPECT_EQ(exact_balance(), before);
}

int status_of_child(const std::function<bool()>& is_fine) {
  pid_t child = ::fork();
  if (child == 0) ::_exit(is_fine() ? 0 : 1);
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// In the child there is only the thread that forked; the others' blocks are there all the same.
TEST(Threads, AForkedChildHasTheBytesOfThreadsThatItDoesNotHave) {
  std::atomic<bool> may_end{false};
  std::barrier ready(2);
  std::vector<char*> blocks(100);
  std::thread other([&] {
    for (char*& block : blocks) block = kept(new char[some_bytes]);
    for (int i = 50; i < 60; ++i) {
      delete[] blocks[i];
      blocks[i] = nullptr;
    }
    ready.arrive_and_wait();
    while (!may_end) std::this_thread::yield();
  });
  ready.arrive_and_wait();
  int64_t before = exact_balance();
  auto child_is_exact = [&] {
    settle();
    if (exact_balance() != before || balance() != before) return false;
    char* block = kept(new char[some_bytes]);
    if (exact_balance() != before + usable_bytes_of(block)) return false;
    delete[] block;
    delete[] blocks[0];
    return exact_balance() < before;
  };
  EXPECT_EQ(status_of_child(child_is_exact), 0);
  EXPECT_EQ(exact_balance(), before);
  may_end = true;
  other.join();
  for (char* block : blocks) delete[] block;
}

TEST(Threads, AProcessForksWhileItsThreadsAllocate) {
  std::atomic<bool> may_end{false};
  std::thread busy([&] {
    while (!may_end) {
      delete[] kept(new char[some_bytes]);
      delete[] kept(new char[10'000]);
    }
  });
  for (int i = 0; i < (is_sanitized ? 5 : 50); ++i) {
    EXPECT_EQ(status_of_child([] {
                int64_t before = exact_balance();
                delete[] kept(new char[some_bytes]);
                return exact_balance() == before;
              }),
              0);
  }
  may_end = true;
  busy.join();
}

}  // namespace
}  // namespace engine::alloc

// Sharing out work, and failures that cross threads.
#include "operators/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>

namespace engine::operators {
namespace {

TEST(Workers, TakeEveryMorselBetweenThem) {
  MorselQueue morsels(1'000, 7);
  std::atomic<int64_t> rows = 0;
  run_workers(3, morsels, [&](int) {
    while (std::optional<RowRange> range = morsels.take()) rows += range->end - range->first;
  });
  EXPECT_EQ(rows, 1'000);
}

TEST(Workers, RunOnAThreadEachAndTheFirstOnTheCallers) {
  MorselQueue morsels(3, 1);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::thread::id first;
  run_workers(3, morsels, [&](int worker) {
    std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
    if (worker == 0) first = std::this_thread::get_id();
  });
  EXPECT_EQ(threads.size(), 3u);
  EXPECT_EQ(first, std::this_thread::get_id());
}

TEST(Workers, AreNoMoreThanMorselsButAtLeastOne) {
  std::atomic<int> started = 0;
  MorselQueue two(2, 1);
  run_workers(64, two, [&](int) { ++started; });
  EXPECT_EQ(started, 2);
  MorselQueue none(0, 1);
  run_workers(64, none, [&](int) { ++started; });
  EXPECT_EQ(started, 3);
}

TEST(Workers, FailureOfOneReachesTheCallerAndEndsTheOthers) {
  // Far more morsels than could be taken in the time: the others end because the queue is dropped.
  MorselQueue morsels(int64_t{1} << 60, 1);
  auto work = [&](int worker) {
    if (worker == 1) throw std::bad_alloc();
    while (morsels.take()) std::this_thread::yield();
  };
  EXPECT_THROW(run_workers(3, morsels, work), std::bad_alloc);
  EXPECT_FALSE(morsels.take());
}

TEST(Workers, FailureOnTheCallersThreadWaitsForTheOthers) {
  MorselQueue morsels(int64_t{1} << 60, 1);
  std::atomic<int> ended = 0;
  auto work = [&](int worker) {
    if (worker == 0) throw std::runtime_error("worker 0");
    while (morsels.take()) std::this_thread::yield();
    ++ended;
  };
  EXPECT_THROW(run_workers(3, morsels, work), std::runtime_error);
  EXPECT_EQ(ended, 2);
}

}  // namespace
}  // namespace engine::operators

// Drift, phase and balance of single threads, step by step; whole-process exactness is in
// operators_test.cc.
#include "alloc/accounting.h"

#include <gtest/gtest.h>

#include <thread>

namespace engine::alloc {
namespace {

// What work adds to the shared balance, run on a thread of its own that has tracked nothing before
// it. The thread's own bookkeeping is allocated and settled outside.
template <class Work>
int64_t change_of_balance_by_a_thread(Work work) {
  settle();
  int64_t before = balance();
  std::thread(work).join();
  settle();
  return balance() - before;
}

TEST(Accounting, DriftStaysOutOfTheBalanceBelowTheFlushThreshold) {
  track(1);  // registers this thread, if it was not yet
  settle();
  int64_t before = balance();
  track(flush_threshold - 1);
  EXPECT_EQ(balance(), before);
  track(1);
  EXPECT_EQ(balance(), before + flush_threshold);
  track(-flush_threshold + 1);
  EXPECT_EQ(balance(), before + flush_threshold);
  track(-1);
  EXPECT_EQ(balance(), before);
  EXPECT_EQ(thread_state.drift, 0);
}

TEST(Accounting, ADriftLeftAtThreadExitIsSettled) {
  int64_t change = change_of_balance_by_a_thread([] {
    track(0);  // registers the guard, so that what follows cannot be settled by a teardown that
               // tracks
    ASSERT_EQ(thread_state.phase, Phase::registered);
    thread_state.drift += 12345;
  });
  EXPECT_EQ(change, 12345);
}

TEST(Accounting, ADriftThatNoGuardKnowsOfIsLost) {
  // The control of the test above: without registration nothing settles, so that test can fail.
  int64_t change = change_of_balance_by_a_thread([] {
    thread_state = {0, Phase::unregistered};
    thread_state.drift += 12345;
    thread_state.phase =
        Phase::exited;  // what teardown frees must not register the guard after all
  });
  EXPECT_NE(change, 12345);
}

TEST(Accounting, TheFirstTrackedDeltaRegistersTheExitGuard) {
  Phase before{}, after{};
  std::thread([&] {
    before = thread_state.phase;
    track(0);
    after = thread_state.phase;
  }).join();
  EXPECT_EQ(before, Phase::unregistered);
  EXPECT_EQ(after, Phase::registered);
}

TEST(Accounting, DeltasWhileRegisteringAndAfterExitGoStraightToTheBalance) {
  for (Phase phase : {Phase::registering, Phase::exited}) {
    int64_t seen = 0, drift = -1;
    std::thread([&] {
      track(0);
      settle();
      int64_t before = balance();
      thread_state.phase = phase;
      track(100);
      seen = balance() - before;
      drift = thread_state.drift;
      track(-100);
      thread_state.phase = Phase::registered;
    }).join();
    EXPECT_EQ(seen, 100);
    EXPECT_EQ(drift, 0);
  }
}

// Tracks in its destructor: constructed before the thread's first tracked delta, so destroyed after
// the guard.
struct LateTracker {
  ~LateTracker() {
    phase_seen = thread_state.phase;
    track(777);
  }
  static inline Phase phase_seen{};
};

TEST(Accounting, ADestructorThatRunsAfterTheGuardIsStillCounted) {
  int64_t change = change_of_balance_by_a_thread([] {
    thread_local LateTracker late;
    (void)&late;
    track(23);
  });
  EXPECT_EQ(LateTracker::phase_seen, Phase::exited);
  EXPECT_EQ(change, 800);
}

}  // namespace
}  // namespace engine::alloc

// That drawing in bulk gives what drawing one by one gives.
#include "tpch/random_run.h"

#include <gtest/gtest.h>

#include "tpch/random_stream.h"

namespace engine::tpch {
namespace {

TEST(RandomRun, DrawsWhatTheStreamDraws) {
  constexpr int64_t seed = 933588178;
  RandomRun run(seed);
  RandomStream stream(seed, 1, 0);
  // Portions of all sizes, not all used, over many refills of the buffer.
  for (int64_t round = 0; round < 20'000; ++round) {
    int64_t used = round % 30;
    const uint32_t* states = run.at_least(32);
    for (int64_t i = 0; i < used; ++i) {
      int64_t count = 1 + (round * 7 + i) % 500;
      ASSERT_EQ(RandomRun::uniform(states[i], count),
                static_cast<uint64_t>(stream.uniform(0, count - 1)));
    }
    run.advance(used);
  }
}

TEST(RandomRun, RoundsAsTheDivisionOfDoublesDoes) {
  // The states next to where a draw changes, where rounding could matter, for the largest counts.
  constexpr int64_t modulus = 2'147'483'647;
  for (int64_t count : {int64_t{1} << 20, (int64_t{1} << 20) - 1, int64_t{999'983}}) {
    for (int64_t draw = 1; draw < count; draw += 997) {
      int64_t change = draw * modulus / count;
      for (int64_t state : {change, change + 1}) {
        double defined =
            static_cast<double>(state) / static_cast<double>(modulus) * static_cast<double>(count);
        ASSERT_EQ(RandomRun::uniform(static_cast<uint32_t>(state), count),
                  static_cast<uint64_t>(defined))
            << state;
      }
    }
  }
}

}  // namespace
}  // namespace engine::tpch

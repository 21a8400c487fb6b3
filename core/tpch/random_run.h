// The draws of one stream in one long run, many at a time: for text, which uses as many draws as it
// happens to need.
#pragma once

#include <array>
#include <cstdint>

namespace engine::tpch {

class RandomRun {
 public:
  explicit RandomRun(int64_t seed);

  // A draw, from 0 to below count. Equal to the division of doubles by which dbgen defines it:
  // state * count / (2^31 - 1) is never nearer to a whole number than 1 / (2^31 - 1), and for small
  // counts doubles are more exact than that. Requires: 0 < count <= 2^20.
  static uint64_t uniform(uint32_t state, uint64_t count) {
    uint64_t product = state * count;
    uint64_t quotient = product >> 31;
    return quotient + ((product & modulus) + quotient >= modulus);
  }

  // The next states, at least `count` of them, which stay where they are until the next call.
  // Requires: count <= buffer_size.
  const uint32_t* at_least(int64_t count) {
    if (end_ - next_ < count) refill();
    return &states_[next_];
  }

  // Passes over states. Requires: they have been asked for.
  void advance(int64_t count) { next_ += count; }

 private:
  static constexpr uint64_t modulus = 2'147'483'647;
  static constexpr int64_t lanes = 16;  // states that are stepped at once
  static constexpr int64_t buffer_size = 2'048;

  void refill();

  int64_t next_ = 0;
  int64_t end_ = 0;
  std::array<uint32_t, lanes> following_;  // the states after those in the buffer
  std::array<uint32_t, buffer_size> states_;
};

}  // namespace engine::tpch

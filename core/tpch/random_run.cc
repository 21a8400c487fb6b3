// Stepping many states at once: each by as many steps as there are of them.
#include "tpch/random_run.h"

#include <algorithm>

namespace engine::tpch {
namespace {

constexpr uint64_t multiplier = 16'807;

// a * b modulo 2^31 - 1, where 2^31 is 1: the upper bits count as much as the lower.
constexpr uint32_t times(uint32_t a, uint32_t b) {
  constexpr uint32_t modulus = 2'147'483'647;
  uint64_t product = uint64_t{a} * b;
  uint32_t folded = static_cast<uint32_t>(product & modulus) + static_cast<uint32_t>(product >> 31);
  return std::min(folded,
                  folded - modulus);  // the difference wraps where there is nothing to take off
}

constexpr uint32_t multiplier_to_the(int64_t exponent) {
  uint32_t power = 1;
  for (int64_t i = 0; i < exponent; ++i) power = times(power, multiplier);
  return power;
}

}  // namespace

RandomRun::RandomRun(int64_t seed) {
  uint32_t state = static_cast<uint32_t>(seed);
  for (uint32_t& lane : following_) {
    state = times(state, multiplier);
    lane = state;
  }
}

void RandomRun::refill() {
  std::copy(&states_[next_], &states_[end_], states_.data());
  end_ -= next_;
  next_ = 0;
  constexpr uint32_t stride = multiplier_to_the(lanes);
  for (; end_ + lanes <= buffer_size; end_ += lanes) {
    for (int64_t lane = 0; lane < lanes; ++lane) {
      states_[end_ + lane] = following_[lane];
      following_[lane] = times(following_[lane], stride);
    }
  }
}

}  // namespace engine::tpch

// The Lehmer generator, and its jumps by modular powers.
#include "tpch/random_stream.h"

namespace engine::tpch {
namespace {

constexpr uint64_t multiplier = 16'807;
constexpr uint64_t modulus = 2'147'483'647;  // 2^31 - 1: products of two states fit 62 bits

uint64_t times(uint64_t a, uint64_t b) { return a * b % modulus; }

uint64_t multiplier_to_the(uint64_t exponent) {
  uint64_t power = 1;
  for (uint64_t square = multiplier; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) power = times(power, square);
    square = times(square, square);
  }
  return power;
}

}  // namespace

RandomStream::RandomStream(int64_t seed, int64_t draws_per_row, int64_t row)
    : row_start_(times(seed, multiplier_to_the(row * draws_per_row))),
      row_factor_(multiplier_to_the(draws_per_row)),
      state_(row_start_) {}

int64_t RandomStream::uniform(int64_t low, int64_t high) {
  state_ = times(state_, multiplier);
  // The division is part of the definition: multiplying by a reciprocal gives other numbers.
  double fraction = static_cast<double>(state_) / static_cast<double>(modulus);
  return low + static_cast<int64_t>(fraction * static_cast<double>(high - low + 1));
}

void RandomStream::next_row() {
  row_start_ = times(row_start_, row_factor_);
  state_ = row_start_;
}

}  // namespace engine::tpch

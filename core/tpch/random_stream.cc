// The Lehmer generator, and its jumps by modular powers.
#include "tpch/random_stream.h"

namespace engine::tpch {
namespace {

constexpr uint64_t multiplier = 16'807;
constexpr uint64_t modulus = 2'147'483'647;  // 2^31 - 1: products of two states fit 62 bits

// Modulo 2^31 - 1, 2^31 is 1: the upper bits of a product count as much as the lower.
uint64_t times(uint64_t a, uint64_t b) {
  uint64_t product = a * b;
  uint64_t folded = (product & modulus) + (product >> 31);
  return folded >= modulus ? folded - modulus : folded;
}

// A state as a part of the modulus. The division is part of the definition: multiplying by a
// reciprocal gives other numbers.
double fraction(uint64_t state) {
  return static_cast<double>(state) / static_cast<double>(modulus);
}

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
  return low + static_cast<int64_t>(fraction(state_) * static_cast<double>(high - low + 1));
}

void RandomStream::uniform(int64_t low, int64_t high, int64_t count, int32_t* values) {
  double width = static_cast<double>(high - low + 1);
  uint64_t state = state_;
  for (int64_t i = 0; i < count; ++i) {
    state = times(state, multiplier);
    values[i] = static_cast<int32_t>(low) + static_cast<int32_t>(fraction(state) * width);
  }
  state_ = state;
}

int64_t RandomStream::overflowed() {
  constexpr double width = -2'147'483'648.0;
  state_ = times(state_, multiplier);
  return static_cast<int64_t>(fraction(state_) * width);
}

void RandomStream::next_row() {
  row_start_ = times(row_start_, row_factor_);
  state_ = row_start_;
}

}  // namespace engine::tpch

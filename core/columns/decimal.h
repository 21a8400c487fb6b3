// Exact decimal arithmetic on integers: a decimal of scale s is the integer value * 10^s. Sums are
// 128 bits wide, which no table that fits a machine can overflow.
#pragma once

#include <cstdint>
#include <string>

namespace engine::columns {

using Int128 = __int128;

// 10^exponent. Requires: exponent is 0 to 38.
Int128 power_of_ten(int exponent);

// numerator / denominator, rounded half away from zero. Requires: denominator > 0.
Int128 divide_rounded(Int128 numerator, Int128 denominator);

// The average of `count` decimals of this scale, as a decimal of scale 2. Requires: count > 0; for
// a scale below 2, the sum takes two places more.
Int128 average_to_cents(Int128 sum, int64_t count, int scale);

std::string integer_text(Int128 value);

// With exactly two places, rounded half away from zero: "-0.01", "12.00". A value that rounds to
// zero has no sign.
std::string decimal_text(Int128 value, int scale);

}  // namespace engine::columns

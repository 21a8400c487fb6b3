// Rounding and printing of decimals.
#include "columns/decimal.h"

#include <algorithm>
#include <cassert>
#include <string_view>

namespace engine::columns {
namespace {

constexpr int printed_places = 2;

Int128 magnitude(Int128 value) { return value < 0 ? -value : value; }

}  // namespace

Int128 power_of_ten(int exponent) {
  assert(exponent >= 0 && exponent <= 38);
  Int128 power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

Int128 divide_rounded(Int128 numerator, Int128 denominator) {
  assert(denominator > 0);
  Int128 quotient = numerator / denominator;
  Int128 remainder = magnitude(numerator % denominator);
  // Twice the remainder could overflow; its distance to the denominator cannot.
  if (remainder >= denominator - remainder) quotient += numerator < 0 ? -1 : 1;
  return quotient;
}

Int128 average_to_cents(Int128 sum, int64_t count, int scale) {
  assert(count > 0);
  if (scale < printed_places) sum *= power_of_ten(printed_places - scale);
  return divide_rounded(sum, count * power_of_ten(std::max(scale - printed_places, 0)));
}

std::string integer_text(Int128 value) {
  std::string digits;
  Int128 rest = value;
  do {
    // The sign of % follows the dividend, so that the most negative value needs no negation.
    digits += static_cast<char>('0' + static_cast<int>(magnitude(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string decimal_text(Int128 value, int scale) {
  Int128 cents = scale >= printed_places
                     ? divide_rounded(value, power_of_ten(scale - printed_places))
                     : value * power_of_ten(printed_places - scale);
  std::string_view sign = cents < 0 ? "-" : "";
  std::string digits = integer_text(magnitude(cents));
  if (digits.size() <= printed_places) digits.insert(0, printed_places + 1 - digits.size(), '0');
  digits.insert(digits.size() - printed_places, 1, '.');
  return digits.insert(0, sign);
}

}  // namespace engine::columns

// Dates as days since 1970-01-01, which is how a date column holds them.
#pragma once

#include <cstdint>
#include <string>

namespace engine::columns {

// A date of the Gregorian calendar. By hand, since <chrono> takes longer to compile than most files
// that need a date. Requires: year >= 0; month and day are there.
constexpr int32_t date(int32_t year, int32_t month, int32_t day) {
  // In years that begin in March the leap day is the last one, and months before a month have
  // (153 * months + 2) / 5 days.
  constexpr int32_t months_of_year = 12;
  constexpr int32_t march = 3;
  // The calendar repeats every 400 years: one more of them, so that no year is negative.
  constexpr int32_t cycle = 400;
  constexpr int32_t days_from_march_of_year_minus_400_to_1970 = 719'468 + 146'097;
  int32_t march_year = (month < march ? year - 1 : year) + cycle;
  int32_t months = (month - march + months_of_year) % months_of_year;
  int32_t leap_days = march_year / 4 - march_year / 100 + march_year / 400;
  int32_t day_of_year = (153 * months + 2) / 5 + day - 1;
  return march_year * 365 + leap_days + day_of_year - days_from_march_of_year_minus_400_to_1970;
}

// The year of a date in the proleptic Gregorian calendar, any that 32 bits of days reach.
int32_t year_of(int32_t days);

// YYYY-MM-DD; years of other than four digits as long as they are.
std::string date_text(int32_t days);

}  // namespace engine::columns

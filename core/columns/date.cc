// Years and printing of dates.
#include "columns/date.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace engine::columns {
namespace {

// The calendar repeats every 400 years; only years of 16 bits are std::chrono's to compute.
constexpr int32_t years_of_cycle = 400;
constexpr int32_t days_of_cycle = 146'097;

// The same day of the cycle that 1970 is in, or of the one before it.
std::chrono::year_month_day in_first_cycle(int32_t days) {
  return std::chrono::sys_days{std::chrono::days{days % days_of_cycle}};
}

}  // namespace

int32_t year_of(int32_t days) {
  return days / days_of_cycle * years_of_cycle + static_cast<int32_t>(in_first_cycle(days).year());
}

std::string date_text(int32_t days) {
  std::chrono::year_month_day day = in_first_cycle(days);
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", year_of(days),
                static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return text.data();
}

}  // namespace engine::columns

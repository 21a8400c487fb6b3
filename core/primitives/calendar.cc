// Years of the proleptic Gregorian calendar.
#include "primitives/calendar.h"

#include <chrono>

#include "primitives/loop.h"

namespace engine::primitives {

// The calendar repeats every 400 years; only years of 16 bits are std::chrono's to compute.
int32_t year_of(int32_t day) {
  constexpr int32_t years_of_cycle = 400;
  constexpr int32_t days_of_cycle = 146'097;
  int32_t cycle = day / days_of_cycle;
  std::chrono::days rest{day % days_of_cycle};
  std::chrono::year_month_day date{std::chrono::sys_days{rest}};
  return cycle * years_of_cycle + static_cast<int32_t>(date.year());
}

void years_of(const int32_t* days, columns::Rows rows, int32_t* years) {
  for_each_row(rows, [=](int64_t row) { years[row] = year_of(days[row]); });
}

}  // namespace engine::primitives
